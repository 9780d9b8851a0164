// Swings and springs against the equations of their own coordinates, and the multipliers of the crossed rods.

#include <doctest/doctest.h>

#include "mechanics/kernels/dynamics.hpp"
#include "physics/reference.hpp"

using namespace cchnn;
using namespace cchnn_test;

namespace {

template <std::size_t N>
using State = std::array<Real, N>;

// Angle from straight down and its rate, of a point at r from the pivot in zero.
struct Polar {
    Real r, angle, r_rate, angle_rate;
};
Polar polar(const Three& x, const Three& v) {
    const Real r = norm(x);
    return {r, std::atan2(x[0], -x[1]), dot(x, v) / r, (x[0] * v[1] - x[1] * v[0]) / (r * r)};
}
Three at_angle(Real r, Real angle) { return {r * std::sin(angle), -r * std::cos(angle), 0}; }

TEST_CASE("an oscillator moves by 0.1 cos(sqrt(g/R) t)") {
    const Compiled c("harmonic_oscillator");
    const auto batch = integrate(c.system, c.draw(1), c.own_times(), default_protocol());
    const Real w = std::sqrt(9.81L);
    double worst = 0;
    for (int k = 0; k < batch.samples; ++k) {
        const Real t = c.own_times().time(k);
        worst = worse(worst, node_of(batch.x, batch, 0, k, 0)[0] - 0.1L * std::cos(w * t));
        worst = worse(worst, node_of(batch.v, batch, 0, k, 0)[0] + 0.1L * w * std::sin(w * t));
    }
    CHECK(worst < 1e-12);  // some 100 steps with local errors below 1e-13 of numbers below 0.4
}

TEST_CASE("a damped pendulum obeys theta'' = -g/l sin theta - c/(m l^2) theta', and what it loses is accounted for") {
    const Compiled c("damped_pendulum");
    const auto batch = integrate(c.system, c.draw(8), c.own_times(), default_protocol());
    for (int i = 0; i < batch.count; ++i) {
        const Polar start = polar(node_of(batch.x, batch, i, 0, 0), node_of(batch.v, batch, i, 0, 0));
        State<3> z{start.angle, start.angle_rate, 0};  // and the energy lost, c theta'^2 a second
        const auto equation = [](const State<3>& s) {
            return State<3>{s[1], -9.81L * std::sin(s[0]) - 0.2L * s[1], 0.2L * s[1] * s[1]};
        };
        double worst = 0, lost = 0, balance = 0;
        for (int k = 0; k < batch.samples; ++k) {
            const auto at = to_size(i * batch.samples + k);
            worst = worse(worst, norm(node_of(batch.x, batch, i, k, 0) - at_angle(1, z[0])));
            worst =
                worse(worst, norm(node_of(batch.v, batch, i, k, 0) - z[1] * Three{std::cos(z[0]), std::sin(z[0]), 0}));
            lost = worse(lost, batch.dissipated[at] - z[2]);
            balance =
                worse(balance, batch.energy[at] + batch.dissipated[at] - batch.energy[to_size(i * batch.samples)]);
            z = advance(equation, z, c.spec.sampling.dt, 20);
        }
        CHECK(worst < 1e-11);  // some 300 steps with local errors below 1e-13 of numbers below 7
        CHECK(lost < 1e-11);
        CHECK(balance < 1e-11);
        CHECK(z[2] > 0.01);  // it does lose some
    }
}

// L = r'^2/2 + r^2 theta'^2/2 - g r (1 - cos theta) - k (r - 1)^2 of the source, k = 20.
TEST_CASE("a spring pendulum obeys the equations that follow from the printed Lagrangian") {
    const Compiled c("spring_pendulum");
    const auto batch = integrate(c.system, c.draw(8), c.own_times(), default_protocol());
    const Real g = 9.81L, k2 = 40;
    for (int i = 0; i < batch.count; ++i) {
        CAPTURE(i);
        const Polar s = polar(node_of(batch.x, batch, i, 0, 0), node_of(batch.v, batch, i, 0, 0));
        State<4> z{s.r, s.angle, s.r_rate, s.angle_rate};
        const auto equation = [&](const State<4>& q) {
            return State<4>{q[2], q[3], q[0] * q[3] * q[3] - g * (1 - std::cos(q[1])) - k2 * (q[0] - 1),
                            -(g * std::sin(q[1]) + 2 * q[2] * q[3]) / q[0]};
        };
        double worst = 0;
        for (int k = 0; k < batch.samples; ++k) {
            worst = worse(worst, norm(node_of(batch.x, batch, i, k, 0) - at_angle(z[0], z[1])));
            z = advance(equation, z, c.spec.sampling.dt, 40);
        }
        CHECK(worst <
              1e-10);  // some 300 steps with local errors below 1e-13; swings far from straight down diverge a little
    }
}

// The printed multipliers, of L + lambda g with g = (r1^2 - R^2, r2^2 - R^2, r1 . r2) and masses 2 m1, 2 m2:
//   lambda_1 = -m1 r1'^2/R^2,  lambda_2 = -m2 r2'^2/R^2,  lambda_3 = -4 r1'.r2'/R^2 m1 m2/(m1 + m2)
TEST_CASE("forces in the crossed rods are the printed Lagrange multipliers") {
    const Compiled c("dzhanibekov_cross");
    const Real m1 = 0.1L, m2 = 1;
    constexpr int apart = 4;
    const TimeGrid times{0.01, 2501};
    const auto batch = integrate(c.system, c.draw(1), times, default_protocol());
    Dynamics<double> dynamics(c.system);
    double from_field = 0, from_motion = 0;
    for (int k = apart; k + apart < batch.samples; k += 10) {
        const Three r1 = node_of(batch.x, batch, 0, k, 0), r2 = node_of(batch.x, batch, 0, k, 1);
        const Three v1 = node_of(batch.v, batch, 0, k, 0), v2 = node_of(batch.v, batch, 0, k, 1);
        const Three printed{-m1 * dot(v1, v1), -m2 * dot(v2, v2), -4 * dot(v1, v2) * m1 * m2 / (m1 + m2)};
        // Force on end 1 = 2 lambda_1 r1 + lambda_3 r2, on end 2 = 2 lambda_2 r2 + lambda_3 r1; r1, r2 orthonormal.
        const auto multipliers = [&](const Three& f1, const Three& f2) {
            return Three{dot(f1, r1) / 2, dot(f2, r2) / 2, dot(f1, r2)};
        };
        std::vector<double> z, rate(12);
        for (const Three& part : {r1, r2, Real(0.2L) * v1, Real(2) * v2})
            for (Real entry : part) z.push_back(number(entry));
        dynamics(z, rate, 0.0);
        const Three f1{rate[6], rate[7], rate[8]}, f2{rate[9], rate[10], rate[11]};
        from_field = worse(from_field, norm(multipliers(f1, f2) - printed));
        // M a from the velocities of the trajectory, differences of order 8.
        const auto acceleration = [&](int node) {
            constexpr Real weight[] = {0, 4 / 5.0L, -1 / 5.0L, 4 / 105.0L, -1 / 280.0L};
            Three sum{0, 0, 0};
            for (int s = 1; s <= apart; ++s)
                sum = sum +
                      weight[s] * (node_of(batch.v, batch, 0, k + s, node) - node_of(batch.v, batch, 0, k - s, node));
            return (1 / Real(times.dt)) * sum;
        };
        from_motion =
            worse(from_motion, norm(multipliers(2 * m1 * acceleration(0), 2 * m2 * acceleration(1)) - printed));
    }
    CHECK(from_field < 1e-13);   // a few roundings of forces near 1 N
    CHECK(from_motion < 1e-10);  // roundings and local errors of 1e-13 m/s over 0.01 s, two kilograms
}

// Dipoles typed out as k (m0 . m/r^3 - 3 (m0 . r)(m . r)/r^5), the other way round than eq. (25).
Real dipole_energy(const Three& at) {
    const Three m0 = (0.3L / norm(at)) * at, m{0, 0, 0.3L};
    Real sum = 0;
    for (const Real side : {0.1L, -0.1L}) {
        const Three r = at - Three{side, 0, -1.05L};
        const Real d = norm(r);
        sum +=
            (dot(m0, m) / (d * d * d) - 3 * dot(m0, r) * dot(m, r) / (d * d * d * d * d)) / (4 * std::acos(Real(-1)));
    }
    return sum;
}

// Opposite moments repel along their axis and attract side by side; 3 cos^2 = 1, 0.08 m beside a magnet that is 0.055 m
// below, is where this changes.
TEST_CASE("over a magnet the bob is on a hill of energy with a ring of attraction around, and the force is its slope") {
    const Compiled c("magnet_pendulum");
    for (const Real azimuth : {0.0L, 0.7L, 1.5L}) {
        const auto place = [&](Real polar) {
            return Three{std::sin(polar) * std::cos(azimuth), std::sin(polar) * std::sin(azimuth), -std::cos(polar)};
        };
        for (int step = 0; step < 60; ++step) {
            const Real polar = std::atan(Real(0.1L) / 1.05L) + 0.02L * step;  // from over a magnet outwards
            const Real here = dipole_energy(place(polar)), outwards = dipole_energy(place(polar + 0.02L));
            if (azimuth == 0) CHECK((step < 6 ? here > outwards : here < outwards));
            if (azimuth == 0) CHECK((step < 5 ? here > 0 : here < 0));
            if (azimuth == 0 && step == 0) CHECK(here > 60);  // J; gravity's whole span is 59
            const Three at = place(polar);
            const std::vector<double> x{number(at[0]), number(at[1]), number(at[2])};
            const Real energy = dipole_energy(at) + 3 * 9.81L * at[2];
            CHECK(std::fabs(c.system.potential_energy(x.data()) - number(energy)) <
                  1e-13 * (1 + std::fabs(number(energy))));
            // At rest: the force along the sphere is minus the slope, by Richardson's differences.
            Dynamics<double> dynamics(c.system);
            std::vector<double> z{x[0], x[1], x[2], 0, 0, 0}, rate(6);
            dynamics(z, rate, 0.0);
            const auto value = [&](Real p) { return dipole_energy(place(p)) + 3 * 9.81L * place(p)[2]; };
            const auto slope = [&](Real h) { return (value(polar + h) - value(polar - h)) / (2 * h); };
            constexpr Real h = 2e-5L;  // h^4/0.05^4 is 3e-14, rounding 1e-19/h of 40 J some 1e-13 N
            const Three along{std::cos(polar) * std::cos(azimuth), std::cos(polar) * std::sin(azimuth),
                              std::sin(polar)};
            const Real expected = -(4 * slope(h) - slope(2 * h)) / 3;
            CHECK(std::fabs(number(dot({rate[3], rate[4], rate[5]}, along) - expected)) <
                  1e-10 * (1 + std::fabs(number(expected))));
        }
    }
}

// The second term has the sign of the first, which is what the published code has.
TEST_CASE("with the energy of the published code the magnets repel from the side too") {
    const Compiled c("magnet_pendulum_published"), by_text("magnet_pendulum");
    const auto energy = [](const Three& at) {
        Real sum = 0;
        for (const Real side : {0.1L, -0.1L}) {
            const Three r = Three{side, 0, -1.05L} - at;
            const Real d = norm(r);
            const Real first = -3 * 0.3L * dot(at, r) * 0.3L * r[2], second = -d * d * 0.3L * 0.3L * at[2];
            sum += (first + second) / (4 * std::acos(Real(-1)) * d * d * d * d * d);  // where |at| is 1
        }
        return sum;
    };
    for (int step = 0; step < 60; ++step) {
        const Real polar = std::atan(Real(0.1L) / 1.05L) + 0.02L * step, next = polar + 0.02L;
        const Three at{std::sin(polar), 0, -std::cos(polar)}, beyond{std::sin(next), 0, -std::cos(next)};
        CAPTURE(number(polar));
        if (step < 40) CHECK(energy(at) > energy(beyond));
        if (step == 10) CHECK(dipole_energy(at) < dipole_energy(beyond));
        const std::vector<double> x{number(at[0]), number(at[1]), number(at[2])};
        const Real whole = energy(at) + 3 * 9.81L * at[2];
        const double near = 1e-13 * (1 + std::fabs(number(energy(at))));
        CHECK(std::fabs(c.system.potential_energy(x.data()) - number(whole)) < near);
        CHECK(std::fabs(by_text.system.potential_energy(x.data()) - number(whole)) > 1e-5);
    }
}

TEST_CASE("a compound pendulum swings by theta'' = -m g l sin theta/(m l^2 + I)") {
    const Compiled c(R"({
      "name": "beam", "dimension": 2,
      "bodies": [{"id": "pivot", "type": "Origin", "position": [0, 0]},
                 {"id": "beam", "type": "Obj1D", "mass": 1.7, "second_moments": [0.053]}],
      "constraints": [{"type": "Joint", "between": ["pivot", {"body": "beam", "point": [-0.4]}]}],
      "potentials": [{"type": "Gravity", "g": 9.81, "up": [0, 1]}],
      "initial_conditions": {"bodies": {"beam": {"from": "pivot", "angle": {"normal": {"mean": 0, "std": 1}},
                                                 "angle_rate": {"normal": {"mean": 0, "std": 2}}}}},
      "sampling": {"dt": 0.05, "steps": 60}
    })");
    const auto batch = integrate(c.system, c.draw(6), c.own_times(), default_protocol());
    const Real l = 0.4L, inertia = l * l + 0.053L;
    for (int i = 0; i < batch.count; ++i) {
        const Polar start = polar(node_of(batch.x, batch, i, 0, 0), node_of(batch.v, batch, i, 0, 0));
        State<2> z{start.angle, start.angle_rate};
        const auto equation = [&](const State<2>& s) { return State<2>{s[1], -9.81L * l * std::sin(s[0]) / inertia}; };
        double worst = 0;
        for (int k = 0; k < batch.samples; ++k) {
            worst = worse(worst, norm(node_of(batch.x, batch, i, k, 0) - at_angle(l, z[0])));
            worst =
                worse(worst, norm(node_of(batch.x, batch, i, k, 1) - at_angle(l + 1, z[0])));  // the tip of the axis
            z = advance(equation, z, c.spec.sampling.dt, 20);
        }
        CHECK(worst < 1e-11);  // some 200 steps with local errors below 1e-13
    }
}

}  // namespace
