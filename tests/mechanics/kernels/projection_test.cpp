#include <doctest/doctest.h>

#include <limits>
#include <random>

#include "mechanics/dense_equations.hpp"
#include "mechanics/kernels/dynamics.hpp"
#include "mechanics/kernels/off_states.hpp"

using namespace cchnn;
using namespace cchnn_test;

namespace {

// Largest |Phi| / length^2 and |G v| / (length |v|), over all rows.
double distance_from_manifold(const ExampleSystem& s, const Vector& z) {
    const auto n = static_cast<std::size_t>(s.system.state_size());
    Vector v(n), phi(s.system.rows().size()), speed(phi);
    s.system.velocity(z.data() + n, v.data());
    s.system.phi(z.data(), phi.data());
    s.system.phi_rate(z.data(), v.data(), speed.data());
    double worst = 0;
    for (std::size_t c = 0; c < phi.size(); ++c) {
        const ConstraintRow& row = s.system.rows()[c];
        if (row.kind == ConstraintRow::Kind::component) {
            worst =
                std::max({worst, std::fabs(phi[c]) / s.system.length_scale(), std::fabs(speed[c]) / (1 + largest(v))});
            continue;
        }
        const double l = row.length;
        worst = std::max({worst, std::fabs(phi[c]) / (l * l), std::fabs(speed[c]) / (l * (1 + largest(v)))});
    }
    return worst;
}

TEST_CASE("projection brings a state 1e-3 off back onto the manifold to rounding, and leaves one on it in place") {
    std::mt19937_64 random(4);
    for (const auto& s : every_system()) {
        CAPTURE(s->spec.name);
        Dynamics<double> dynamics(s->system);
        for (std::uint64_t i = 0; i < s->states(5); ++i) {
            const Vector on = s->z(s->state(i));
            Vector z = off_state(*s, i, 1e-3, random);
            dynamics.project(z, true);
            // Squares of coordinates up to 3 m are rounded and subtracted.
            CHECK(distance_from_manifold(*s, z) <= 1e-14);
            CHECK(apart(z, on) <= 0.02 * (1 + largest(on)));  // moved by the order of the perturbation
            Vector still = on;
            dynamics.project(still, true);
            CHECK(apart(still, on) <= 1e-13 * (1 + largest(on)));
        }
    }
}

void check_direction_of_projection(const ExampleSystem& s) {
    CAPTURE(s.spec.name);
    const DenseEquations paper(s.graph);
    std::mt19937_64 random(5);
    const Vector on = s.z(s.state(0));
    Vector z = on;
    move_off(z, 1e-5, random);
    const Vector off = z;
    Dynamics<double> dynamics(s.system);
    dynamics.project(z, true);
    const auto n = paper.size();
    const DenseVector moved = dense(z) - dense(off);
    const DenseMatrix g = paper.gradient(dense(z).head(n));
    const DenseMatrix a = g * paper.inverse_mass * g.transpose();
    // What is left of a move after its part along G^T is taken out, first order in 1e-5.
    const auto left = [&](const DenseVector& force) {
        return (force - g.transpose() * a.fullPivLu().solve(g * (paper.inverse_mass * force))).norm();
    };
    CHECK(left(paper.mass * moved.head(n)) <= 1e-4 * moved.norm());
    CHECK(left(moved.tail(n)) <= 1e-4 * moved.norm());
    CHECK(moved.norm() > 1e-6);
}

TEST_CASE("projection moves along M^-1 G^T in position and G^T in momentum: the mass metric") {
    check_direction_of_projection(ExampleSystem(closed_loop_2d()));
    for (const char* name : {"gyroscope", "rigid_rotor", "hinged_arm_3"})
        check_direction_of_projection(ExampleSystem(load_system(name)));
}

TEST_CASE("after a projection, what is kept of it gives the bits of a fresh call") {
    std::mt19937_64 random(8);
    for (const auto& s : every_system()) {
        CAPTURE(s->spec.name);
        Vector z = s->z(s->state(0));
        move_off(z, 1e-4, random);
        Dynamics<double> dynamics(s->system);
        dynamics.project(z, true);
        Vector kept(z.size());
        dynamics.after_projection(z, kept);
        Vector fresh(z.size());
        Dynamics<double>(s->system).on_manifold(z, fresh);
        for (std::size_t i = 0; i < z.size(); ++i) CHECK(same_bits(kept[i], fresh[i]));
    }
}

TEST_CASE("projection leaves lanes that are not active as they are, and gives active ones the bits of double") {
    std::mt19937_64 random(6);
    for (const auto& s : every_system()) {
        CAPTURE(s->spec.name);
        std::vector<Vector> states;
        for (int l = 0; l < lane_width; ++l) {
            states.push_back(s->z(s->state(static_cast<std::uint64_t>(l))));
            move_off(states.back(), l == 2 ? 1e-12 : 1e-3, random);  // one lane needs fewer steps than the others
        }
        const std::size_t n = states[0].size();
        states[1].assign(n, std::numeric_limits<double>::quiet_NaN());
        std::vector<Lanes> z(n, Lanes(0.0));
        for (int l = 0; l < lane_width; ++l)
            for (std::size_t i = 0; i < n; ++i) set_lane(z[i], l, states[static_cast<std::size_t>(l)][i]);
        Lanes on(1.0);
        for (const int l : {0, 3}) set_lane(on, l, 0.0);
        const LanesMask active = on > Lanes(0.0);
        Dynamics<Lanes> dynamics(s->system);
        dynamics.project(z, active);
        Dynamics<double> alone(s->system);
        for (int l = 0; l < lane_width; ++l) {
            if (l == 1) continue;
            Vector expected = states[static_cast<std::size_t>(l)];
            if (is_set(active, l)) alone.project(expected, true);
            for (std::size_t i = 0; i < n; ++i) CHECK(same_bits(lane(z[i], l), expected[i]));
        }
    }
}

}  // namespace
