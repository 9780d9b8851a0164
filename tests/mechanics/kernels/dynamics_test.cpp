#include "mechanics/kernels/dynamics.hpp"
#include "mechanics/rows/row_values.hpp"

#include <doctest/doctest.h>

#include <limits>
#include <random>

#include "elements/link.hpp"
#include "mechanics/dense_equations.hpp"
#include "mechanics/kernels/off_states.hpp"

using namespace cchnn;
using namespace cchnn_test;

namespace {

Vector rate(const ConstrainedSystem& system, const Vector& z) {
    Dynamics<double> dynamics(system);
    Vector out(z.size());
    dynamics(z, out, 0.0);
    return out;
}

// The worse half of a rate: of dx/dt, and of dp/dt, each relative to its own largest entry.
double relative_difference(const ExampleSystem& s, const Vector& a, const Vector& b) {
    const auto n = static_cast<long>(s.system.state_size());
    double worst = 0;
    for (const long from : {0L, n}) {
        const Vector one(a.begin() + from, a.begin() + from + n), two(b.begin() + from, b.begin() + from + n);
        if (largest(two) > 0 || largest(one) > 0) worst = std::max(worst, apart(one, two) / largest(two));
    }
    return worst;
}

// Rounding of a solve: 1e-16 times the condition of G M^-1 G^T, for which this leaves room up to 1e4.
constexpr double rounding = 1e-12;

// Off the manifold the solver's rows of an axis continue the field in their own way.
TEST_CASE("the vector field is paper eq. (6) typed out densely, on the manifold and off it") {
    std::mt19937_64 random(1);
    for (const auto& s : every_system()) {
        CAPTURE(s->spec.name);
        const DenseEquations paper(s->graph);
        for (std::uint64_t i = 0; i < s->states(5); ++i)
            for (const double off : {0.0, 1e-3, 0.05}) {
                // Directions of an angle have length 1 on the manifold alone.
                if (off > 0 && (s->has_axes() || !s->system.angles().empty())) continue;
                const Vector z = off_state(*s, i, off, random), f = rate(s->system, z);
                const DenseVector state = dense(z).head(2 * paper.size());
                CHECK(relative_difference(*s, f, plain(paper.equation_6(state))) <= rounding);
                if (!s->system.dissipative()) continue;
                const double lost = 2 * static_cast<double>(paper.rayleigh(
                                            state.head(paper.size()), paper.inverse_mass * state.tail(paper.size())));
                CHECK(std::fabs(f.back() - lost) <= 1e-14 * lost);  // a few roundings
            }
    }
}

TEST_CASE("on the manifold dx/dt is M^-1 p and dp/dt is M times the acceleration of paper eq. (7)") {
    for (const auto& s : every_system()) {
        CAPTURE(s->spec.name);
        const DenseEquations paper(s->graph);
        for (std::uint64_t i = 0; i < s->states(5); ++i) {
            const InitialState state = s->state(i);
            const Vector a = plain(paper.mass * paper.equation_7(dense(state.x), dense(state.v)));
            Vector expected = state.v;
            expected.insert(expected.end(), a.begin(), a.end());
            CHECK(relative_difference(*s, rate(s->system, s->z(state)), expected) <= rounding);
        }
    }
}

TEST_CASE("off the manifold Phi and dPhi/dt stay what they are: the field is tangent to their level sets") {
    std::mt19937_64 random(2);
    for (const auto& s : every_system()) {
        CAPTURE(s->spec.name);
        const DenseEquations solved(s->graph, RowSet::solver);
        const Vector z = off_state(*s, 9, 0.05, random), f = rate(s->system, z);
        if (s->system.plan().row.empty()) continue;
        const DenseVector at = dense(z).head(2 * solved.size()), along = dense(f).head(2 * solved.size());
        const DenseMatrix psi = solved.psi_gradient(at);
        const double terms = static_cast<double>((psi.cwiseAbs() * along.cwiseAbs()).maxCoeff());
        CHECK(largest(plain(psi * along)) <= rounding * terms);
    }
}

TEST_CASE("a single pendulum swings with q'' = -g/l sin q") {
    const ExampleSystem s(load_system("chain_pendulum_1"));
    const double l = s.graph.links()[0].length, m = s.graph.bodies()[1].mass, g = 9.81;
    for (const double q : {0.0, 0.3, 1.5, 2.9, -1.1})
        for (const double w : {0.0, 2.0, -7.5}) {
            const double sq = std::sin(q), cq = std::cos(q), a = -g / l * sq;
            const Vector z{l * sq, -l * cq, m * l * w * cq, m * l * w * sq};
            const Vector expected{l * w * cq, l * w * sq, m * l * (a * cq - w * w * sq), m * l * (a * sq + w * w * cq)};
            CHECK(apart(rate(s.system, z), expected) <= 1e-13 * (1 + largest(expected)));  // a few roundings
        }
}

// Paper F.2, N = 2, as printed.
struct TwoAngles {
    double q[2], p[2];
};
TwoAngles angle_equations(const TwoAngles& at, const double* m, const double* l, double g) {
    const double q1 = at.q[0], q2 = at.q[1], p1 = at.p[0], p2 = at.p[1], c = std::cos(q1 - q2), s = std::sin(q1 - q2);
    const double shared = m[0] + m[1] * s * s, total = m[0] + m[1];
    const double c1 = p1 * p2 * s / (l[0] * l[1] * shared);
    const double c2 =
        (m[1] * l[1] * l[1] * p1 * p1 + total * l[0] * l[0] * p2 * p2 - 2 * m[1] * l[0] * l[1] * p1 * p2 * c) *
        std::sin(2 * (q1 - q2)) / (2 * l[0] * l[0] * l[1] * l[1] * shared * shared);
    return {{(l[1] * p1 - l[0] * p2 * c) / (l[0] * l[0] * l[1] * shared),
             (-m[1] * l[1] * p1 * c + total * l[0] * p2) / (m[1] * l[0] * l[1] * l[1] * shared)},
            {-total * g * l[0] * std::sin(q1) - c1 + c2, -m[1] * g * l[1] * std::sin(q2) + c1 - c2}};
}

TEST_CASE("a double pendulum obeys the angle equations of paper F.2 through the chain rule") {
    const ExampleSystem s(load_system("chain_pendulum_2"));
    const double m[] = {s.graph.bodies()[1].mass, s.graph.bodies()[2].mass};
    const double l[] = {s.graph.links()[0].length, s.graph.links()[1].length};
    std::mt19937_64 random(3);
    std::uniform_real_distribution<double> uniform(-3, 3);
    for (int trial = 0; trial < 50; ++trial) {
        const TwoAngles at{{uniform(random), uniform(random)}, {uniform(random), uniform(random)}};
        const TwoAngles dt = angle_equations(at, m, l, 9.81);
        // e_i = dx/dq_i of every bob below joint i, and de_i/dt.
        double e[2][2], e_rate[2][2];
        for (int i = 0; i < 2; ++i) {
            e[i][0] = l[i] * std::cos(at.q[i]);
            e[i][1] = l[i] * std::sin(at.q[i]);
            e_rate[i][0] = -e[i][1] * dt.q[i];
            e_rate[i][1] = e[i][0] * dt.q[i];
        }
        Vector z(8, 0.0);
        for (std::size_t bob = 0; bob < 2; ++bob)
            for (std::size_t i = 0; i <= bob; ++i) {
                z[2 * bob] += e[i][1];
                z[2 * bob + 1] -= e[i][0];
                for (std::size_t k = 0; k < 2; ++k) z[4 + 2 * bob + k] += m[bob] * e[i][k] * dt.q[i];
            }
        const Vector f = rate(s.system, z);
        double scale = 1 + largest(f);
        for (std::size_t i = 0; i < 2; ++i) {
            double p = 0, p_rate = 0;
            for (std::size_t bob = i; bob < 2; ++bob)
                for (std::size_t k = 0; k < 2; ++k) {
                    p += z[4 + 2 * bob + k] * e[i][k];
                    p_rate += f[4 + 2 * bob + k] * e[i][k] + z[4 + 2 * bob + k] * e_rate[i][k];
                }
            CHECK(std::fabs(p - at.p[i]) <= 1e-13 * scale);  // a few roundings
            CHECK(std::fabs(p_rate - dt.p[i]) <= rounding * scale);
        }
    }
}

// The field in all lanes beside a neighbour, lane 2, that holds `bad` everywhere.
void check_beside(const ConstrainedSystem& system, std::vector<Vector> states, double bad) {
    const std::size_t n = states[0].size();
    states[2].assign(n, bad);
    std::vector<Lanes> z(n, Lanes(0.0)), f(n, Lanes(0.0));
    for (int l = 0; l < lane_width; ++l)
        for (std::size_t i = 0; i < n; ++i) set_lane(z[i], l, states[static_cast<std::size_t>(l)][i]);
    Dynamics<Lanes> dynamics(system);
    dynamics(z, f, 0.0);
    for (int l = 0; l < lane_width; ++l) {
        if (l == 2) continue;
        const Vector alone = rate(system, states[static_cast<std::size_t>(l)]);
        for (std::size_t i = 0; i < n; ++i) CHECK(same_bits(lane(f[i], l), alone[i]));
    }
}

TEST_CASE("a lane computes the bits that double computes, whatever its neighbours hold") {
    for (const auto& s : every_system()) {
        CAPTURE(s->spec.name);
        std::vector<Vector> states;
        for (int l = 0; l < lane_width; ++l) states.push_back(s->z(s->state(static_cast<std::uint64_t>(l))));
        for (const double bad : {std::numeric_limits<double>::quiet_NaN(), 0.0, 1e300})
            check_beside(s->system, states, bad);
    }
}

TEST_CASE("a second call gives the same bits: nothing of an earlier state, even one of NaN, is left in the workspace") {
    for (const auto& s : every_system()) {
        CAPTURE(s->spec.name);
        const Vector z = s->z(s->state(0));
        Dynamics<double> dynamics(s->system);
        Vector first(z.size()), between(z.size()), second(z.size());
        dynamics(z, first, 0.0);
        dynamics(Vector(z.size(), std::numeric_limits<double>::quiet_NaN()), between, 0.0);
        dynamics(z, second, 0.0);
        for (std::size_t i = 0; i < z.size(); ++i) CHECK(same_bits(first[i], second[i]));
    }
}

// Drift of Phi then grows linearly with what it was. Fields that agree on the manifold alone make steps up to three
// times shorter: normal to it they may be stiff, by forces on the tips of thin bodies.
TEST_CASE("the field of a step keeps d2Phi/dt2 = 0 off the manifold too") {
    std::mt19937_64 random(9);
    for (const auto& s : every_system()) {
        CAPTURE(s->spec.name);
        if (s->system.plan().row.empty() || !s->system.tracks().empty()) continue;  // s of a curve is off as well
        Vector z = s->z(s->state(0)), f(z.size());
        move_off(z, 1e-3, random);
        Dynamics<double>(s->system).on_manifold(z, f);
        const std::size_t n = static_cast<std::size_t>(s->system.state_size());
        Vector a(n), unforced(n), bent(s->system.plan().row.size()), straight(bent);
        s->system.velocity(&f[n], a.data());
        const auto check = [&](auto rows) {
            rows.read(z.data(), f.data(), bent.data());
            rows.constraint_acceleration(f.data(), a.data(), bent.data());
            rows.constraint_acceleration(f.data(), unforced.data(), straight.data());  // W v alone
            CHECK(largest(bent) <= 1e-11 * (1 + largest(straight) + largest(a)));  // rounding, times how light tips are
        };
        if (s->system.dimension() == 1) check(RowValues<double, 1>(s->system.plan()));
        else if (s->system.dimension() == 2) check(RowValues<double, 2>(s->system.plan()));
        else check(RowValues<double, 3>(s->system.plan()));
    }
}

TEST_CASE("on the manifold the field without lambda_2 is the whole one, off it they differ by what G v is") {
    std::mt19937_64 random(7);
    for (const auto& s : every_system()) {
        CAPTURE(s->spec.name);
        const std::size_t half = static_cast<std::size_t>(s->system.state_size());
        Dynamics<double> dynamics(s->system);
        for (std::uint64_t i = 0; i < s->states(5); ++i) {
            Vector z = s->z(s->state(i)), f(z.size());
            dynamics.project(z, true);
            const Vector whole = rate(s->system, z);
            dynamics.on_manifold(z, f);
            CHECK(apart(f, whole) <= rounding * (1 + largest(whole)));
            move_off(z, 1e-4, random);
            Vector v(half);
            s->system.velocity(&z[half], v.data());
            dynamics.on_manifold(z, f);
            for (std::size_t k = 0; k < half; ++k) CHECK(same_bits(f[k], v[k]));  // dx/dt = v, whatever G v is
        }
    }
}

}  // namespace
