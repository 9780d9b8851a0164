// A nut on a screw, against closed forms.

#include "elements/screw.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>

#include "judge/stored_motion.hpp"
#include "model/compiled_system.hpp"
#include "physics/motion_on_manifold.hpp"
#include "physics/reference.hpp"

using namespace cchnn;
using namespace cchnn_test;

namespace {

constexpr Real pi = 0x1.921fb54442d1846ap+1L;

// A nut of 2 kg and, about its axis 3, 2 (0.03 + 0.01) kg m^2 on a screw that stands upright, with a lead of 0.5 m a
// turn. A point 0.4 m off the axis shows how it turns.
std::string upright(const std::string& more, double lead = 0.5) {
    return R"json({"name": "screw", "dimension": 3,
        "bodies": [{"id": "screw", "type": "Origin"},
                   {"id": "nut", "type": "Obj3D", "mass": 2, "second_moments": [0.03, 0.01, 0.2]}],
        "constraints": [{"type": "Screw", "between": ["screw", {"body": "nut", "point": [0, 0, 0.1]}],
                         "axis": [[0, 0, 1], [0, 0, 1]], "lead": )json" +
           std::to_string(lead) + R"json(, "phase": 0.7}],
        "potentials": [{"type": "Gravity", "g": 10})json" +
           more + R"json(],
        "initial_conditions": {"state": {"position": {"nut": [[0, 0, -0.1], ["cos(0.7)", "sin(0.7)", -0.1],
                                                             ["-sin(0.7)", "cos(0.7)", -0.1], [0, 0, 0.9]]}}},
        "sampling": {"dt": 0.05, "steps": 101}, "conserved": ["energy"]})json";
}

// How far the motion is from the helix s = acceleration t^2/2, theta - phase = 2 pi s/lead.
double off_helix(const TrajectoryBatch& batch, Real acceleration, Real lead) {
    double worst = 0;
    for (int k = 0; k < batch.samples; ++k) {
        const Real t = 0.05L * k, way = acceleration * t * t / 2, angle = 0.7L + 2 * pi * way / lead;
        const Three centre = node_of(batch.x, batch, 0, k, 0), axis = node_of(batch.x, batch, 0, k, 1) - centre;
        worst = worse(worst, norm(centre - Three{0, 0, way - 0.1L}));
        worst = worse(worst, norm(axis - Three{std::cos(angle), std::sin(angle), 0}));
    }
    return worst;
}

// Along a way of up to 100 m, which 2 pi/0.5 makes 1200 rad, of which errors are 1e-11 after some thousand steps.
constexpr double near = 3e-8;

}  // namespace

TEST_CASE("a nut on an upright screw goes down with g/(1 + (2 pi k/lead)^2), k its radius of gyration, on a helix") {
    for (const double lead : {0.5, -0.5}) {
        const Compiled c(upright("", lead));
        CHECK(off_helix(motion_on_manifold(c), -10 / (1 + 0.04L * 4 * pi * pi / 0.25L), static_cast<Real>(lead)) <
              near);
    }
}

TEST_CASE("a torque on a screw drives its nut, and counts its turns") {
    const Compiled c(
        upright(R"(, {"type": "Torque", "bodies": ["screw", "nut"], "axis": [[0, 0, 1], [0, 0, 1]], "torque": 3})"));
    const TrajectoryBatch batch = motion_on_manifold(c);
    // (m + I (2 pi/lead)^2) s'' = M 2 pi/lead - m g
    const Real ratio = 2 * pi / 0.5L, acceleration = (3 * ratio - 20) / (2 + 0.08L * ratio * ratio);
    CHECK(off_helix(batch, acceleration, 0.5L) < near);
    CHECK(batch.counted_angle.back() == doctest::Approx(number(0.7L + ratio * acceleration * 12.5L)).epsilon(1e-9));
}

TEST_CASE("a torsion spring on a screw makes its nut swing") {
    const Compiled c(upright(
        R"(, {"type": "TorsionSpring", "bodies": ["screw", "nut"], "axis": [[0, 0, 1], [0, 0, 1]], "stiffness": 4})"));
    const TrajectoryBatch batch = motion_on_manifold(c);
    // (I + m (lead/2 pi)^2) theta'' = -k theta - m g lead/(2 pi)
    const Real radius = 0.5L / (2 * pi), inertia = 0.08L + 2 * radius * radius, rest = -20 * radius / 4,
               frequency = std::sqrt(4 / inertia);
    double worst = 0;
    for (int k = 0; k < batch.samples; ++k)
        worst = worse(worst, static_cast<Real>(batch.counted_angle[to_size(k)]) -
                                 (rest + (0.7L - rest) * std::cos(frequency * 0.05L * k)));
    CHECK(worst < 1e-10);
}

TEST_CASE("without a phase a screw meshes where the motion starts") {
    const CompiledSystem c(parse_system(without_phase(upright("")), "screw.json"));
    std::vector<double> phi(c.system.rows().size());
    SampleKey key{1, Split::test, 0, 0};
    c.system.phi(c.sampler.draw(key).x.data(), phi.data());
    for (const double row : phi) CHECK(std::fabs(row) < 1e-14);
}

TEST_CASE("the judge finds motions of screws to be ones, with a phase and without") {
    const Compiled c(upright(""));
    judge::Stored stored = cchnn_test::stored_motion(motion_on_manifold(c), c.own_times(), 0);
    stored.bound.assign(stored.times.size(), 1e-8);
    const CompiledSystem of_start(parse_system(without_phase(upright("")), "screw.json"));
    for (const std::string& text : {upright(""), with_phases(of_start.spec)}) {
        const judge::Verdict verdict = cchnn_test::verdict_of(text, stored);
        CHECK(cchnn_test::beyond(verdict, stored) == 0);
        CHECK(verdict.energy_off < 1e-12);
    }
}

TEST_CASE("a screw has no generalised coordinates, and says why") {
    const Compiled c(upright(""));
    CHECK(GeneralisedCoordinates(c.graph).why_none() == "Screw screw-nut ties an angle to a displacement");
}
