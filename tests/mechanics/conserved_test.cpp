#include "mechanics/conserved.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <numeric>

#include "elements/gravity.hpp"
#include "mechanics/example_systems.hpp"
#include "mechanics/kernels/dynamics.hpp"

using namespace cchnn;
using namespace cchnn_test;

namespace {

using Vector = std::vector<double>;
using Kind = ConservedQuantity::Kind;

std::vector<std::string> names(const BodyGraph& graph) {
    std::vector<std::string> all;
    for (const ConservedQuantity& q : conserved_quantities(graph)) all.push_back(q.name);
    return all;
}
SystemBuilder held_dumbbell(const Vector& hook, const Vector& second) {
    return SystemBuilder("held", 3)
        .origin("h", hook)
        .origin("k", second)
        .bob("a", 1, {1, 0, 1})
        .bob("b", 2, {1, 1, 2})
        .link("a", "b")
        .spring("h", "a", 5, 1)
        .spring("k", "b", 5, 1);
}

TEST_CASE("what a graph conserves follows from what holds it and where gravity points") {
    using Names = std::vector<std::string>;
    CHECK(names(BodyGraph(load_system("chain_pendulum_2"))) == Names{"energy"});
    CHECK(names(BodyGraph(springs_only_2d())) ==
          Names{"energy", "linear_momentum_x", "linear_momentum_y", "angular_momentum_z"});
    CHECK(names(BodyGraph(free_dumbbell())).size() == 7);
    CHECK(names(BodyGraph(sprung_to_origins())) == Names{"energy", "angular_momentum_z"});
    CHECK(names(BodyGraph(line_1d())) == Names{"energy"});
    SystemSpec falling = free_dumbbell();
    falling.potentials.push_back(GravitySpec{9.81, {0, 1, 0}});
    CHECK(names(BodyGraph(falling)) == Names{"energy", "linear_momentum_x", "linear_momentum_z", "angular_momentum_y"});
    CHECK(names(BodyGraph(held_dumbbell({2, 0, 1}, {2, 0, 1}).spec)) ==
          Names{"energy", "angular_momentum_x", "angular_momentum_y", "angular_momentum_z"});
    CHECK(names(BodyGraph(held_dumbbell({2, 0, 1}, {5, 0, 1}).spec)) == Names{"energy", "angular_momentum_x"});
    CHECK(names(BodyGraph(held_dumbbell({2, 0, 1}, {5, 0, 2}).spec)) == Names{"energy"});
    CHECK(
        names(BodyGraph(SystemBuilder("weightless", 2).origin("h", {3, 4}).bob("a", 1, {3, 3}).link("h", "a").spec)) ==
        Names{"energy", "angular_momentum_z"});
    // An Origin that nothing is attached to holds nothing.
    CHECK(names(BodyGraph(SystemBuilder("bare", 1).origin("h", {3}).bob("a", 1, {1}).spec)) ==
          Names{"energy", "linear_momentum_x"});
}

TEST_CASE("a family conserves what each of its members does") {
    const auto conserved = [](const std::string& draws, const std::string& potentials,
                              const std::string& hook = "[0, 0]") {
        const ExampleSystem family(parse_system(
            R"({"name": "f", "dimension": 2, "bodies": [{"id": "h", "type": "Origin", "position": )" + hook + R"(},
            {"id": "a", "type": "Obj0D", "mass": 1}, {"id": "b", "type": "Obj0D", "mass": 2}], "draws": {)" +
                draws + R"(}, "potentials": [)" + potentials +
                R"(], "initial_conditions": {"bodies": {"a": {"position": [1, 0]}, "b": {"position": [3, 1]}}}})",
            "f.json"));
        std::vector<std::string> all;
        for (const ConservedQuantity& q : family.system.conserved()) all.push_back(q.name);
        return all;
    };
    using Names = std::vector<std::string>;
    const std::string f = R"({"type": "Force", "on": "a", "force": ["f", 0]})",
                      back = R"({"type": "Force", "on": "b", "force": ["-f", 0]})",
                      own = R"({"type": "Force", "on": "b", "force": [{"choice": [1, -1]}, 0]})",
                      choice = R"("f": {"choice": [-1, 1]})";
    CHECK(conserved(R"("f": {"normal": {"mean": 0, "std": 1}})", f) == Names{"energy", "linear_momentum_y"});
    CHECK(conserved(choice, f + "," + back) == Names{"energy", "linear_momentum_x", "linear_momentum_y"});
    CHECK(conserved(choice, f + "," + own) == Names{"energy", "linear_momentum_y"});
    const std::string spring =
        R"({"type": "Spring", "between": ["h", "a"], "stiffness": {"uniform": {"low": 1, "high": 2}}})";
    CHECK(conserved("", spring) == Names{"energy", "angular_momentum_z"});
    CHECK(conserved("", spring, R"([{"uniform": {"low": -1, "high": 1}}, 0])") == Names{"energy"});
}

// What q is a sum of, by size: kinetic and potential energy, or momenta (and their arms).
double size(const ExampleSystem& s, const ConservedQuantity& q, const Vector& x, const Vector& p, const Vector& v) {
    if (q.kind == Kind::energy)
        return s.system.kinetic_energy(x.data(), v.data()) + std::fabs(s.system.potential_energy(x.data()));
    const auto norm = [](const Vector& a) { return std::sqrt(std::inner_product(a.begin(), a.end(), a.begin(), 0.0)); };
    return q.kind == Kind::linear_momentum ? norm(p) : norm(x) * norm(p);
}

// dq/dt along the flow by Richardson's central differences of q(z + h f), times the sampling step dt and relative to
// what q is a sum of. h = 2e-4 dt: rounding is some 1e-15/2e-4; h^4 is 1e-12 where a magnet turns the bob in 8 ms.
double rate(const ExampleSystem& s, const ConservedQuantity& q, const Vector& z, const Vector& f) {
    const auto n = static_cast<std::size_t>(s.system.state_size());
    double scale = 0;
    const auto value = [&](double h) {
        Vector x(n), p(n), v(n), angles(s.system.angles().size());
        const std::size_t first = z.size() - angles.size();
        for (std::size_t i = 0; i < angles.size(); ++i) angles[i] = z[first + i] + h * f[first + i];
        for (std::size_t i = 0; i < n; ++i) {
            x[i] = z[i] + h * f[i];
            p[i] = z[n + i] + h * f[n + i];
        }
        s.system.velocity(p.data(), v.data());
        scale = size(s, q, x, p, v);
        return s.system.conserved_value(q, x.data(), v.data(), angles.empty() ? nullptr : angles.data());
    };
    const double dt = s.spec.sampling.dt, h = 2e-4 * dt;
    const auto slope = [&](double step) { return (value(step) - value(-step)) / (2 * step); };
    return dt * (4 * slope(h) - slope(2 * h)) / 3 / scale;
}
constexpr double rounding = 1e-10;

std::vector<ConservedQuantity> candidates(const BodyGraph& graph) {
    const int d = graph.dimension();
    const char* axis[] = {"x", "y", "z"};
    std::vector<ConservedQuantity> all{{Kind::energy, 0, {}, "energy"}};
    for (int k = 0; k < d; ++k)
        all.push_back({Kind::linear_momentum, k, {}, std::string("linear_momentum_") + axis[k]});
    for (int k = d == 3 ? 0 : 2; d > 1 && k < 3; ++k)
        all.push_back({Kind::angular_momentum, k, Vector(static_cast<std::size_t>(d), 0.0),
                       std::string("angular_momentum_") + axis[k]});
    return all;
}

TEST_CASE("along a motion what is listed stays, at every state, and what is not listed changes") {
    for (const auto& s : every_system()) {
        CAPTURE(s->spec.name);
        Dynamics<double> dynamics(s->system);
        Vector z = s->z(s->state(0)), k1(z.size()), k2(z.size()), middle(z.size());
        const auto all = candidates(s->graph);
        Vector most(all.size(), 0.0);
        const double step_size = 0.1 * s->spec.sampling.dt;
        const auto listed = s->system.conserved();
        for (int step = 0; step < 160; ++step) {
            dynamics(z, k1, 0.0);
            for (std::size_t i = 0; i < z.size(); ++i) middle[i] = z[i] + step_size / 2 * k1[i];
            for (const ConservedQuantity& q : listed) {
                CAPTURE(q.name);
                CHECK(std::fabs(rate(*s, q, z, k1)) <= rounding);
            }
            for (std::size_t c = 0; c < all.size(); ++c)
                most[c] = std::max(most[c], std::fabs(rate(*s, all[c], z, k1)));
            dynamics(middle, k2, 0.0);
            for (std::size_t i = 0; i < z.size(); ++i) z[i] += step_size * k2[i];
            dynamics.project(z, true);
        }
        for (std::size_t c = 0; c < all.size(); ++c) {
            CAPTURE(all[c].name);
            const bool is_listed =
                std::any_of(listed.begin(), listed.end(), [&](const auto& q) { return q.name == all[c].name; });
            // 10,000 times what rounding makes. The slowest change is that of a pendulum by the turn of the Earth,
            // 3e-6.
            if (!is_listed) CHECK(most[c] > 1e4 * rounding);
        }
    }
}

TEST_CASE("angular momentum about a hook away from zero is conserved about the hook") {
    const ExampleSystem s(held_dumbbell({2, 0, 1}, {2, 0, 1}).spec);
    Dynamics<double> dynamics(s.system);
    const Vector z = s.z(s.state(1));
    Vector f(z.size());
    dynamics(z, f, 0.0);
    for (const ConservedQuantity& q : s.system.conserved()) {
        if (q.kind != Kind::angular_momentum) continue;
        CHECK(q.centre == Vector{2, 0, 1});
        CHECK(std::fabs(rate(s, q, z, f)) <= rounding);
        ConservedQuantity about_zero = q;
        about_zero.centre = {0, 0, 0};
        if (q.axis != 0) CHECK(std::fabs(rate(s, about_zero, z, f)) > 1e-4);
    }
}

}  // namespace
