#include "mechanics/constrained_system.hpp"

#include <doctest/doctest.h>

#include "contains_text.hpp"
#include "core/errors.hpp"
#include "mechanics/example_systems.hpp"
#include "mechanics/kernels/dynamics.hpp"

using namespace cchnn;
using namespace cchnn_test;

namespace {

using Vector = std::vector<double>;

// Hook at (0, 1); a (2 kg) on a rod of 5 m, b (3 kg) on a spring from a: 10 N/m, 1 m. Gravity 2 m/s^2 along y.
SystemSpec by_hand() {
    return SystemBuilder("by_hand", 2)
        .origin("hook", {0, 1})
        .bob("a", 2, {3, -3})
        .bob("b", 3, {6, 1})
        .link("hook", "a", 5)
        .spring("a", "b", 10, 1)
        .gravity(2, {0, 1})
        .spec;
}

TEST_CASE("energies, Phi, its rate and distance errors are those worked out by hand") {
    const ExampleSystem s(by_hand());
    const Vector x{3, -3, 6, 1}, v{1, 2, -1, 0.5};  // on the manifold; the spring is 5 m long
    CHECK(s.system.kinetic_energy(x.data(), v.data()) == 0.5 * 2 * (1 + 4) + 0.5 * 3 * (1 + 0.25));
    CHECK(s.system.potential_energy(x.data()) == 2 * 2 * -3 + 3 * 2 * 1 + 0.5 * 10 * 4 * 4);
    CHECK(s.system.energy(x.data(), v.data()) == 6.875 + 74);
    double phi = 1, rate = 1, off = 1;
    s.system.phi(x.data(), &phi);
    s.system.phi_rate(x.data(), v.data(), &rate);
    s.system.position_errors(x.data(), &off);
    CHECK(phi == 0);
    CHECK(off == 0);
    CHECK(rate == 2 * (3 * 1 + -4 * 2));
    const Vector longer{6, -7, 0, 0};  // 10 m from the hook
    s.system.phi(longer.data(), &phi);
    s.system.position_errors(longer.data(), &off);
    CHECK(phi == 100 - 25);
    CHECK(off == 5);
    double phi_too = 1, rate_too = 1, off_too = 1;
    s.system.violations(longer.data(), v.data(), &phi_too, &rate_too, &off_too);
    CHECK(phi_too == phi);
    CHECK(off_too == off);
    CHECK(rate_too == 2 * (6 * 1 + -8 * 2));
}

TEST_CASE("counts, names and matrices are those of the graph") {
    const ExampleSystem s(by_hand());
    CHECK(s.system.name() == "by_hand");
    CHECK(s.system.dimension() == 2);
    CHECK(s.system.node_count() == 2);
    CHECK(s.system.state_size() == 4);
    CHECK(s.system.independent_count() == 1);
    CHECK(s.system.degrees_of_freedom() == 3);
    REQUIRE(s.system.rows().size() == 1);
    CHECK(s.system.rows()[0].name == "Link hook-a");
    CHECK(s.system.rows()[0].length == 5);
    CHECK(s.system.mass_matrix() == Vector{2, 0, 0, 3});
    CHECK(s.system.inverse_mass_matrix() == Vector{0.5, 0, 0, 1 / 3.0});
    CHECK(s.system.forces().constant == Vector{0, -4, 0, -6});
    CHECK(s.system.length_scale() == 3);  // of 5 m and 1 m
}

TEST_CASE("momenta are those worked out by hand, the angular one about the point that holds the system") {
    const ExampleSystem s(by_hand());
    const Vector x{3, -3, 6, 1}, v{1, 2, -1, 0.5};
    using Kind = ConservedQuantity::Kind;
    const auto value = [&](const ConservedQuantity& q) { return s.system.conserved_value(q, x.data(), v.data()); };
    CHECK(value({Kind::energy, 0, {}, ""}) == 80.875);
    CHECK(value({Kind::linear_momentum, 0, {}, ""}) == 2 * 1 + 3 * -1);
    CHECK(value({Kind::linear_momentum, 1, {}, ""}) == 2 * 2 + 3 * 0.5);
    CHECK(value({Kind::angular_momentum, 2, {0, 1}, ""}) == 2 * (3 * 2 - -4 * 1) + 3 * (6 * 0.5 - 0 * -1));
    const ExampleSystem space(SystemBuilder("space", 3).bob("a", 2, {0, 0, 0}).spec);
    const Vector at{1, 2, 3}, moving{4, 5, 7};  // (1 2 3) x (4 5 7) = (-1, 5, -3)
    const double expected[] = {-2, 10, -6};
    for (int k = 0; k < 3; ++k)
        CHECK(space.system.conserved_value({Kind::angular_momentum, k, {0, 0, 0}, ""}, at.data(), moving.data()) ==
              expected[k]);
}

TEST_CASE("without constraints dp/dt is minus the gradient of the potential energy, by central differences") {
    for (SystemSpec spec : written_systems()) {
        CAPTURE(spec.name);
        spec.constraints.clear();
        const BodyGraph graph(spec);
        const ConstrainedSystem system(spec, graph);
        const auto n = static_cast<std::size_t>(system.state_size());
        Vector z(2 * n), f(2 * n);
        for (std::size_t i = 0; i < 2 * n; ++i) z[i] = std::sin(3.0 * static_cast<double>(i) + 1);
        Dynamics<double> dynamics(system);
        dynamics(z, f, 0.0);
        constexpr double h = 1e-5;  // h^2 of truncation and 1e-15/h of rounding, each 1e-10 of forces up to 100 N
        for (std::size_t i = 0; i < n; ++i) {
            Vector up(z.begin(), z.begin() + static_cast<long>(n)), down = up;
            up[i] += h;
            down[i] -= h;
            const double slope = (system.potential_energy(up.data()) - system.potential_energy(down.data())) / (2 * h);
            CHECK(std::fabs(f[n + i] + slope) <= 1e-7);
        }
    }
}

TEST_CASE("a declared quantity that the graph does not conserve is refused, all of them at once") {
    SystemSpec spec = by_hand();
    spec.conserved = {"energy", "linear_momentum_x", "angular_momentum_z"};
    std::string text;
    try {
        const ExampleSystem compiled(spec);
    } catch (const SpecError& error) {
        text = error.what();
    }
    CHECK(text.find("by_hand.json#/conserved/1: 'linear_momentum_x' is not conserved by this graph") == 0);
    CHECK(text.find("\nby_hand.json#/conserved/2: 'angular_momentum_z' is not conserved by this graph") !=
          std::string::npos);
    CHECK_FALSE(contains_text(text, "conserved/0"));
}

}  // namespace
