#include "mechanics/kernels/trees/tree_dynamics.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <random>

#include "mechanics/dense_equations.hpp"
#include "mechanics/example_systems.hpp"
#include "mechanics/jointed_systems.hpp"
#include "mechanics/kernels/general_dynamics.hpp"
#include "mechanics/vector_sizes.hpp"
#include "spec/system_family.hpp"

using namespace cchnn;
using namespace cchnn_test;

namespace {

// Arms, chains of rods, a top, rows beside them, angles that are counted, and every pair of parts.
std::vector<SystemSpec> trees_of(int dimension) {
    std::vector<SystemSpec> all, specs;
    for (const char* name : {"gyroscope", "hinged_arm_3", "beam_chain_3", "satellite"})
        all.push_back(load_system(name));
    for (const std::string& text : turning_systems()) all.push_back(parse_system(text, "turning.json"));
    all.push_back(parse_system(mixed_tree, "mixed_tree.json"));
    all.push_back(parse_system(planar_tree, "planar_tree.json"));
    for (SystemSpec& spec : all)
        if (spec.dimension == dimension) specs.push_back(std::move(spec));
    return specs;
}

template <int D>
struct Kernels {
    using General = DynamicsInDimension<double, D, RowValues<double, D>>;
    explicit Kernels(const SystemSpec& spec)
        : s(spec), general(s.system.constants()), tree(s.system.constants()), half(s.system.state_size()) {
        REQUIRE(!s.system.constants().tree.empty());
    }
    // z of the i-th state, every entry off by up to `off`; tips are of length 1.
    std::vector<double> state(std::uint64_t i, double off, std::mt19937_64& random) const {
        std::uniform_real_distribution<double> move(-off, off);
        std::vector<double> z = s.z(s.state(i));
        for (long k = 0; k < 2 * half; ++k) z[static_cast<std::size_t>(k)] += move(random);
        return z;
    }
    template <class Kernel>
    std::vector<double> rate(Kernel& kernel, std::vector<double> z) const {
        std::vector<double> out(static_cast<std::size_t>(2 * half));
        kernel.evaluate_on_manifold(z.data(), z.data() + half, z.data() + 2 * half, out.data(), out.data() + half,
                                    nullptr);
        return out;
    }
    template <class Kernel>
    std::vector<double> projected(Kernel& kernel, std::vector<double> z) const {
        kernel.project(z.data(), z.data() + half, z.data() + 2 * half, true);
        return z;
    }

    ExampleSystem s;
    General general;
    TreeDynamics<double, D, General> tree;
    long half;
};

// Rounding, times how light tips are: 1/lambda is 2000 in hinged_arm_3.
constexpr double rounding = 1e-11;

template <int D>
void check_against_general(const SystemSpec& spec) {
    CAPTURE(spec.name);
    Kernels<D> k(spec);
    std::mt19937_64 random(3);
    for (std::uint64_t i = 0; i < k.s.states(5); ++i)
        for (const double off : {0.0, 1e-3, 0.02}) {
            const std::vector<double> z = k.state(i, off, random), expected = k.rate(k.general, z);
            CHECK(apart(k.rate(k.tree, z), expected) <= rounding * (1 + largest(expected)));
            const std::vector<double> left = k.projected(k.tree, z);
            CHECK(apart(left, k.projected(k.general, z)) <= rounding * (1 + largest(z)));
            if (off > 0) CHECK(apart(left, z) > 0.1 * off);
        }
}

TEST_CASE("trees solved body by body: the field and the projections of the general kernel, off the manifold too") {
    for (const SystemSpec& spec : trees_of(2)) check_against_general<2>(spec);
    for (const SystemSpec& spec : trees_of(3)) check_against_general<3>(spec);
}

template <int D>
void check_against_dense(const SystemSpec& spec) {
    CAPTURE(spec.name);
    Kernels<D> k(spec);
    if (!k.s.system.angles().empty()) return;  // of unit directions, on the manifold alone
    const DenseEquations written(k.s.graph, RowSet::solver);
    std::mt19937_64 random(4);
    for (std::uint64_t i = 0; i < k.s.states(3); ++i) {
        const std::vector<double> z = k.state(i, 0.02, random), f = k.rate(k.tree, z);
        const DenseVector x = dense(z).head(k.half), v = written.inverse_mass * dense(z).segment(k.half, k.half);
        const std::vector<double> force = plain(written.mass * written.equation_7(x, v));
        CHECK(apart({f.begin() + k.half, f.end()}, force) <= rounding * (1 + largest(force)));
    }
}

TEST_CASE("accelerations of a tree are paper eq. (7) typed out densely, 0.02 off the manifold") {
    for (const SystemSpec& spec : trees_of(2)) check_against_dense<2>(spec);
    for (const SystemSpec& spec : trees_of(3)) check_against_dense<3>(spec);
}

TEST_CASE("bodies far from the root cost the digits that a chain of them costs, no more") {
    BeamChainFamily family;
    family.count = 100;
    check_against_general<3>(parse_system(system_text(SystemFamily(family), {}), "beam_chain_100.json"));
}

}  // namespace
