#include "spec/reading/read_graph.hpp"

#include <doctest/doctest.h>

#include "elements/damping.hpp"
#include "elements/dipole.hpp"
#include "elements/joint.hpp"
#include "elements/link.hpp"
#include "spec/broken_system.hpp"

using namespace cchnn;
using namespace cchnn_test;

namespace {

TEST_CASE("bodies, points and attachments of a machine arrive in their own places") {
    using Numbers = std::vector<double>;
    const SystemSpec spec = parse_system(machine_3d().dump(), "a.json");
    CHECK(spec.units == Units{"cm", "g", "ms"});
    CHECK(parse_system(machine_2d().dump(), "a.json").units == Units{"m", "kg", "s"});
    CHECK(spec.bodies[0].mass == 4);
    CHECK(spec.bodies[3].second_moments == Numbers{9, 10});
    const auto& joint = (*spec.constraints[0].as<JointSpec>());
    CHECK(joint.a.body == "base");
    CHECK(joint.a.point.empty());
    CHECK(joint.b.body == "hub");
    CHECK(joint.b.point == Numbers{15, 16, 17});
    const auto& hinge = (*spec.constraints[1].as<JointAxisSpec>());
    CHECK(hinge.a.point == Numbers{18, 19, 20});
    CHECK(hinge.b.point == Numbers{21, 22});
    CHECK(hinge.axis_a == Numbers{0, 0.6, 0.8});
    CHECK(hinge.axis_b == Numbers{0.8, 0.6});
    CHECK((*spec.constraints[2].as<LinkSpec>()).a.point == Numbers{23, 24});
    const auto& dipole = (*spec.potentials[1].as<DipoleSpec>());
    CHECK(dipole.body == "bob");
    CHECK(dipole.pivot == "base");
    CHECK(dipole.moment == -28);
    CHECK(dipole.mu0 == 29);
    CHECK(dipole.magnets.at(0).position == Numbers{30, 31, 32});
    CHECK(dipole.magnets.at(0).moment == Numbers{33, 34, 35});
    CHECK(!(*spec.damping[0].as<DampingSpec>()).pivot);
    CHECK((*spec.damping[1].as<DampingSpec>()).pivot == "base");
}

TEST_CASE("moments of inertia become second moments: lambda_i = (sum of I / 2 - I_i) / m") {
    // I = (4, 5, 6) kg m^2, m = 2 kg: sum / 2 = 7.5, lambda = (3.5, 2.5, 1.5) / 2; and back, I_1 = m (lambda_2 +
    // lambda_3).
    const SystemSpec spec = parse_system(machine_3d().dump(), "a.json");
    CHECK(spec.bodies[5].second_moments == std::vector<double>{1.75, 1.25, 0.75});
    CHECK(2 * (1.25 + 0.75) == 4);
}

}  // namespace
