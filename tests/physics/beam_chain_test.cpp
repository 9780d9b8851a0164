// The chain of beams in its own angles: Lagrange's equations written out densely, against the Cartesian engine.

#include <doctest/doctest.h>

#include "coordinates/generalised_coordinates.hpp"
#include "physics/reference.hpp"

using namespace cchnn;
using namespace cchnn_test;

namespace {

constexpr std::size_t beams = 3;
using State = std::array<Real, 12>;  // z1, p1, z2, p2, z3, p3 and their rates

constexpr Real length[] = {1, 0.8L, 0.6L}, mass[] = {1, 0.8L, 0.6L}, gravity = 9.81L;

// u(z, p), its two slopes, and the part of u'' without z'', p'': a second derivative along the motion.
struct Unit {
    Three slope[2], bend;
    Unit(Real z, Real p, Real dz, Real dp) {
        const Real sz = std::sin(z), cz = std::cos(z), sp = std::sin(p), cp = std::cos(p);
        slope[0] = {0, cz * sp, -sz * sp};
        slope[1] = {sp, sz * cp, cz * cp};
        const Three zz{0, -sz * sp, -cz * sp}, zp{0, cz * cp, -sz * cp}, pp{cp, -sz * sp, -cz * sp};
        bend = (dz * dz) * zz + (2 * dz * dp) * zp + (dp * dp) * pp;
    }
};
std::array<Unit, beams> units(const State& s) {
    return {Unit(s[0], s[1], s[6], s[7]), Unit(s[2], s[3], s[8], s[9]), Unit(s[4], s[5], s[10], s[11])};
}
// How much of direction j is in the centre of beam i: all of those before, half of its own.
Real share(std::size_t i, std::size_t j) { return j < i ? length[j] : j == i ? length[j] / 2 : 0; }

// A dense solve by Gauss: M is positive definite and needs no exchange of rows.
void solve(Real (&m)[6][6], Real (&b)[6]) {
    for (int k = 0; k < 6; ++k)
        for (int i = k + 1; i < 6; ++i) {
            const Real factor = m[i][k] / m[k][k];
            for (int j = k; j < 6; ++j) m[i][j] -= factor * m[k][j];
            b[i] -= factor * b[k];
        }
    for (int k = 5; k >= 0; --k) {
        for (int j = k + 1; j < 6; ++j) b[k] -= m[k][j] * b[j];
        b[k] /= m[k][k];
    }
}

// T = sum m |x'|^2/2 + m (l^2/12) |u'|^2/2, V = sum m g x_z:  M q'' = -dV/dq - sum (slope . bend).
State equations(const State& s) {
    const std::array<Unit, beams> unit = units(s);
    Real m[6][6] = {}, right[6] = {};
    for (std::size_t i = 0; i < beams; ++i) {
        const Real turning = mass[i] * length[i] * length[i] / 12;
        Three pull{0, 0, gravity};
        for (std::size_t j = 0; j <= i; ++j) pull = pull + share(i, j) * unit[j].bend;
        for (std::size_t a = 0; a < 2 * i + 2; ++a) {
            const Three& slope = unit[a / 2].slope[a % 2];
            right[a] -= mass[i] * share(i, a / 2) * dot(slope, pull);
            if (a / 2 == i) right[a] -= turning * dot(slope, unit[i].bend);
            for (std::size_t b = 0; b < 2 * i + 2; ++b) {
                const Real product = dot(slope, unit[b / 2].slope[b % 2]);
                m[a][b] += mass[i] * share(i, a / 2) * share(i, b / 2) * product;
                if (a / 2 == i && b / 2 == i) m[a][b] += turning * product;
            }
        }
    }
    solve(m, right);
    return {s[6], s[7], s[8], s[9], s[10], s[11], right[0], right[1], right[2], right[3], right[4], right[5]};
}

Real nearest_to_pole(const State& s) {
    return std::min({std::fabs(std::sin(s[1])), std::fabs(std::sin(s[3])), std::fabs(std::sin(s[5]))});
}

TEST_CASE("the chain of beams moves as Lagrange's equations in its generalised coordinates say") {
    const Compiled c("beam_chain_3");
    const GeneralisedCoordinates coordinates(c.graph);
    constexpr int samples = 34;
    const TimeGrid times{0.03, samples};
    const auto batch = integrate(c.system, c.draw(5), times, default_protocol());
    const std::size_t state = to_size(c.system.state_size());
    int compared = 0;
    double off = 0, off_q = 0;
    for (std::size_t i = 0; i < to_size(batch.count); ++i) {
        std::vector<double> q(to_size(samples) * 6), qdot(q), x(state), v(state);
        const std::size_t first = i * to_size(samples) * state;
        coordinates.along_trajectory(samples, times.dt, &batch.x[first], &batch.v[first], q.data(), qdot.data());
        State s;
        std::copy_n(q.begin(), 6, s.begin());
        std::copy_n(qdot.begin(), 6, s.begin() + 6);
        // Angles are no coordinates near their poles: a trajectory is followed as long as it stays away from them.
        for (std::size_t k = 0; k < to_size(samples) && nearest_to_pole(s) > 0.15L; ++k, ++compared) {
            double angles[6], rates[6];
            for (std::size_t j = 0; j < 6; ++j) {
                angles[j] = number(s[j]);
                rates[j] = number(s[j + 6]);
                off_q = std::max(off_q, std::fabs(angles[j] - q[k * 6 + j]));
            }
            coordinates.to_cartesian(angles, rates, x.data(), v.data());
            for (std::size_t e = 0; e < state; ++e)
                off = std::max(off, std::fabs(x[e] - batch.x[first + k * state + e]));
            s = advance(equations, s, times.dt, 48);
        }
    }
    MESSAGE("samples compared ", compared, ", x off by ", off, " m, q by ", off_q, " rad");
    CHECK(compared > 100);
    CHECK(off <
          1e-10);  // 1 s of a chaotic chain from local errors of 1e-13; shorter steps of the reference change nothing
    CHECK(off_q < 1e-9);  // over sin p > 0.15
}

}  // namespace
