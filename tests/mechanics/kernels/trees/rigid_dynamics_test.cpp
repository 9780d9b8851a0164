#include "mechanics/kernels/trees/rigid_dynamics.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <random>

#include "mechanics/example_systems.hpp"
#include "mechanics/kernels/dynamics.hpp"
#include "mechanics/kernels/general_dynamics.hpp"
#include "mechanics/vector_sizes.hpp"

using namespace cchnn;
using namespace cchnn_test;

namespace {

// A rod that hangs from a point of a bent rail.
const char* const rod_on_rail = R"json({"name": "rod_on_rail", "dimension": 2,
  "bodies": [{"id": "rod", "type": "Obj1D", "mass": 1.3, "second_moments": [0.08]}],
  "constraints": [{"type": "Track", "points": [{"body": "rod", "point": [-0.5]}], "curve": {"parameter": "q", "x": "2*q", "y": "0.7*q^2", "range": [-5, 5]}}],
  "potentials": [{"type": "Gravity", "g": 9.81}],
  "initial_conditions": {"bodies": {"rod": {"parameter": {"uniform": {"low": -1, "high": 1}}, "parameter_rate": 0.4, "angle": 1, "angle_rate": 0.5}}},
  "sampling": {"dt": 0.05, "steps": 41}})json";

std::vector<SystemSpec> systems_of(int dimension) {
    std::vector<SystemSpec> specs;
    if (dimension == 2) specs.push_back(parse_system(rod_on_rail, "rod_on_rail.json"));
    for (const char* name : {"gyroscope", "rigid_rotor", "hinged_arm_3", "beam_chain_3", "four_bar_linkage",
                             "satellite", "rolling_disk", "mesh_top"})
        if (SystemSpec spec = load_system(name); spec.dimension == dimension) specs.push_back(std::move(spec));
    return specs;
}

// z of a state, parameters of curves behind it.
std::vector<double> state_of(const ExampleSystem& s, std::uint64_t i, std::size_t size) {
    const InitialState drawn = s.state(i);
    std::vector<double> z = s.z(drawn);
    const std::vector<double> at = s.system.nearest_parameters(drawn.x.data(), drawn.v.data());
    z.resize(size);
    std::copy(at.begin(), at.end(), z.end() - static_cast<long>(at.size()));
    return z;
}

template <int D>
void check_against_general(const SystemSpec& spec) {
    CAPTURE(spec.name);
    using General = DynamicsInDimension<double, D, RowValues<double, D>>;
    const ExampleSystem s(spec);
    REQUIRE(!s.system.rigid().bodies.empty());
    General general(s.system.constants());
    RigidDynamics<double, D, General> rigid(s.system.constants());
    const std::size_t half = static_cast<std::size_t>(s.system.state_size()),
                      size = 2 * half + s.system.tracks().size();
    std::mt19937_64 random(2);
    std::uniform_real_distribution<double> off(-1, 1);
    for (std::uint64_t i = 0; i < s.states(3); ++i) {
        std::vector<double> z = state_of(s, i, size), one(size), two(size);
        const auto at = [](std::vector<double>& all, std::size_t from) { return all.data() + from; };  // or at the end
        general.evaluate_on_manifold(z.data(), at(z, half), at(z, 2 * half), one.data(), at(one, half),
                                     at(one, 2 * half));
        rigid.evaluate_on_manifold(z.data(), at(z, half), at(z, 2 * half), two.data(), at(two, half),
                                   at(two, 2 * half));
        CHECK(apart(one, two) <= 1e-12 * (1 + largest(one)));  // rounding, times how light tips are
        // Moves of the same first order; 1e-8 is their second, times the stiffness of the lightest tips.
        for (std::size_t k = 0; k < 2 * half; ++k) z[k] += 1e-4 * off(random) * (1 + std::fabs(z[k]));
        std::vector<double> moved = z, left = z;
        general.project(moved.data(), at(moved, half), at(moved, 2 * half), true);
        rigid.project(left.data(), at(left, half), at(left, 2 * half), true);
        CHECK(apart(moved, z) > 1e-5);
        CHECK(apart(moved, left) <= 1e-6 * (1 + largest(z)));
    }
}

TEST_CASE("rigid bodies solved by formulas: the field and the projections of the general kernel") {
    for (const SystemSpec& spec : systems_of(2)) check_against_general<2>(spec);
    for (const SystemSpec& spec : systems_of(3)) check_against_general<3>(spec);
}

}  // namespace
