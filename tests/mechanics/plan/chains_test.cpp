#include "mechanics/plan/chains.hpp"

#include <doctest/doctest.h>

#include <random>

#include "mechanics/example_systems.hpp"
#include "mechanics/kernels/chain_dynamics.hpp"
#include "mechanics/kernels/general_dynamics.hpp"

using namespace cchnn;
using namespace cchnn_test;

namespace {

std::vector<ChainLink> links_of(const SystemSpec& spec) { return ExampleSystem(spec).system.constants().chain; }

SystemSpec two_chains() {  // links listed inwards and out of order, one chain of three and one of one
    return SystemBuilder("two_chains", 3)
        .origin("left", {0, 0, 0})
        .origin("right", {3, 0, 0.5})
        .bob("c", 0.7, {1, 0.3, -2})
        .bob("a", 2, {0.2, 0, -1})
        .bob("b", 1.3, {0.5, 0.5, -1.7})
        .bob("d", 1.1, {3, 1, 0})
        .link("c", "b")
        .link("d", "right")
        .link("left", "a")
        .link("a", "b")
        .spring("b", "d", 5, 0.5)
        .gravity(9.81, {0, 0, 1})
        .spec;
}

TEST_CASE("links are found from the hook outwards, whatever the order of the file") {
    const auto links = links_of(two_chains());
    REQUIRE(links.size() == 4);
    std::vector<int> nodes;
    for (const ChainLink& link : links) nodes.push_back(link.node);
    CHECK(nodes == std::vector<int>{1, 2, 0, 3});  // a, b, c, then d
    for (std::size_t k = 0; k < 4; ++k) {
        CHECK(links[k].first == (k == 0 || k == 3));
        CHECK(links[k].last == (k >= 2));
    }
    CHECK(links[3].hook[0] == 3);
    CHECK(links[3].hook[2] == 0.5);
    CHECK(links[1].own == doctest::Approx(1 / 2.0 + 1 / 1.3));
    CHECK(links[1].coupling == -1 / 2.0);
}

TEST_CASE("only points that hang one from the other from a hook are chains") {
    for (const char* name : {"chain_pendulum_1", "chain_pendulum_5", "coupled_pendulum_3", "magnet_pendulum"})
        CHECK_MESSAGE(!links_of(load_system(name)).empty(), name);
    for (const char* name : {"gyroscope", "rigid_rotor", "rolling_disk", "roller_coaster"})
        CHECK_MESSAGE(links_of(load_system(name)).empty(), name);
    for (const SystemSpec& spec : written_systems()) CHECK_MESSAGE(links_of(spec).empty(), spec.name);
    SystemBuilder held("held_at_both_ends", 2);  // as many rows as points would be chains; here one more
    held.origin("left", {0, 0}).origin("right", {2, 0}).bob("a", 1, {0.5, -1}).bob("b", 1, {1.5, -1});
    CHECK(links_of(held.link("left", "a").link("a", "b").link("b", "right").spec).empty());
    SystemBuilder ring("ring_and_free_point", 2);  // three rows, three points, no hook
    ring.bob("a", 1, {0, 0}).bob("b", 1, {1, 0}).bob("c", 1, {0, 1});
    CHECK(links_of(ring.link("a", "b").link("b", "c").link("c", "a").spec).empty());
    SystemBuilder fork("fork", 2);
    fork.origin("hook", {0, 0}).bob("a", 1, {0, -1}).bob("b", 1, {-1, -2}).bob("c", 1, {1, -2});
    CHECK(links_of(fork.link("hook", "a").link("a", "b").link("a", "c").spec).empty());
}

// The sweeps against the kernel for any rows that keep distances: two ways to the same numbers.
template <int D>
void check_sweeps(const SystemSpec& spec) {
    CAPTURE(spec.name);
    const ExampleSystem s(spec);
    DynamicsInDimension<double, D, DistanceRows<double, D>> general(s.system.constants());
    ChainDynamics<double, D> sweeps(s.system.constants());
    std::mt19937_64 random(3);
    std::uniform_real_distribution<double> off(-1e-3, 1e-3);
    const std::size_t n = static_cast<std::size_t>(s.system.state_size());
    for (std::uint64_t i = 0; i < 5; ++i) {
        std::vector<double> z = s.z(s.state(i));
        for (double& c : z) c += off(random);  // (2) and (7) have something to do
        std::vector<double> one(2 * n), two(2 * n), again(2 * n);
        const double lost = general.evaluate(z.data(), &z[n], nullptr, one.data(), &one[n], nullptr);
        CHECK(sweeps.evaluate(z.data(), &z[n], nullptr, two.data(), &two[n], nullptr) == doctest::Approx(lost));
        double size = 0;
        for (double c : one) size = std::max(size, std::fabs(c));
        // Both are some 50 roundings from the truth, times a condition number near 10.
        for (std::size_t k = 0; k < 2 * n; ++k) CHECK(std::fabs(one[k] - two[k]) <= 1e-13 * size);
        general.evaluate_on_manifold(z.data(), &z[n], nullptr, one.data(), &one[n], nullptr);
        sweeps.evaluate_on_manifold(z.data(), &z[n], nullptr, two.data(), &two[n], nullptr);
        for (std::size_t k = 0; k < 2 * n; ++k) CHECK(std::fabs(one[k] - two[k]) <= 1e-13 * size);
        std::vector<double> moved = z;
        general.project(z.data(), &z[n], nullptr, true);
        sweeps.project(moved.data(), &moved[n], nullptr, true);
        for (std::size_t k = 0; k < 2 * n; ++k) CHECK(std::fabs(z[k] - moved[k]) <= 1e-13 * (1 + std::fabs(z[k])));
    }
}

TEST_CASE("sweeps along chains give the numbers of the general kernel") {
    for (const char* name : {"chain_pendulum_1", "chain_pendulum_2", "chain_pendulum_3", "chain_pendulum_5"})
        check_sweeps<2>(load_system(name));
    for (const char* name : {"coupled_pendulum_3", "magnet_pendulum"}) check_sweeps<3>(load_system(name));
    check_sweeps<3>(two_chains());
}

}  // namespace
