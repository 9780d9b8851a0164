// The chain of beams in its own angles: Lagrange's equations written out densely, against the Cartesian engine.

#include <doctest/doctest.h>

#include <Eigen/Dense>

#include "coordinates/generalised_coordinates.hpp"
#include "physics/reference.hpp"

namespace cchnn::test {
namespace {

constexpr std::size_t beams = 3;
using Vector3 = Eigen::Matrix<Real, 3, 1>;
using Angles = Eigen::Matrix<Real, 6, 1>;
using State = std::array<Real, 12>;  // z1, p1, z2, p2, z3, p3 and their rates

constexpr Real length[] = {1, 0.8L, 0.6L}, mass[] = {1, 0.8L, 0.6L}, gravity = 9.81L;

// u(z, p), its two slopes, and the part of u'' without z'', p'': a second derivative along the motion.
struct Unit {
    Vector3 u, slope[2], bend;
    Unit(Real z, Real p, Real dz, Real dp) {
        const Real sz = std::sin(z), cz = std::cos(z), sp = std::sin(p), cp = std::cos(p);
        u = {-cp, sz * sp, cz * sp};
        slope[0] = {0, cz * sp, -sz * sp};
        slope[1] = {sp, sz * cp, cz * cp};
        const Vector3 zz{0, -sz * sp, -cz * sp}, zp{0, cz * cp, -sz * cp}, pp{cp, -sz * sp, -cz * sp};
        bend = dz * dz * zz + 2 * dz * dp * zp + dp * dp * pp;
    }
};
std::array<Unit, beams> units(const State& s) {
    return {Unit(s[0], s[1], s[6], s[7]), Unit(s[2], s[3], s[8], s[9]), Unit(s[4], s[5], s[10], s[11])};
}
// How much of direction j is in the centre of beam i: all of those before, half of its own.
Real share(std::size_t i, std::size_t j) { return j < i ? length[j] : j == i ? length[j] / 2 : 0; }

// T = sum m |x'|^2/2 + m (l^2/12) |u'|^2/2, V = sum m g x_z:  M q'' = -dV/dq - sum (slope . bend).
Angles accelerations(const State& s) {
    const std::array<Unit, beams> unit = units(s);
    Eigen::Matrix<Real, 6, 6> m = Eigen::Matrix<Real, 6, 6>::Zero();
    Angles right = Angles::Zero();
    for (std::size_t i = 0; i < beams; ++i) {
        Eigen::Matrix<Real, 3, 6> centre = Eigen::Matrix<Real, 3, 6>::Zero(), own = centre;
        Vector3 bend = Vector3::Zero();
        for (std::size_t j = 0; j <= i; ++j) {
            for (int a = 0; a < 2; ++a) centre.col(2 * static_cast<int>(j) + a) = share(i, j) * unit[j].slope[a];
            bend += share(i, j) * unit[j].bend;
        }
        for (int a = 0; a < 2; ++a) own.col(2 * static_cast<int>(i) + a) = unit[i].slope[a];
        const Real turning = mass[i] * length[i] * length[i] / 12;
        m += mass[i] * centre.transpose() * centre + turning * own.transpose() * own;
        right -= mass[i] * centre.transpose() * (bend + Vector3(0, 0, gravity)) + turning * own.transpose() * unit[i].bend;
    }
    return m.ldlt().solve(right);
}

State equations(const State& s) {
    const Angles a = accelerations(s);
    return {s[6], s[7], s[8], s[9], s[10], s[11], a[0], a[1], a[2], a[3], a[4], a[5]};
}

Real nearest_to_pole(const State& s) { return std::min({std::fabs(std::sin(s[1])), std::fabs(std::sin(s[3])), std::fabs(std::sin(s[5]))}); }

TEST_CASE("the chain of beams moves as Lagrange's equations in its generalised coordinates say") {
    const Compiled c("beam_chain_3");
    const GeneralisedCoordinates coordinates(c.graph);
    const TimeGrid times{0.03, 51};
    const auto batch = integrate(c.system, c.draw(10), times, default_protocol());
    const std::size_t state = to_size(c.system.state_size());
    int compared = 0;
    double off = 0, off_q = 0;
    for (std::size_t i = 0; i < to_size(batch.count); ++i) {
        std::vector<double> q(51 * 6), qdot(q), x(state), v(state);
        const std::size_t first = i * 51 * state;
        coordinates.along_trajectory(51, times.dt, &batch.x[first], &batch.v[first], q.data(), qdot.data());
        State s;
        std::copy_n(q.begin(), 6, s.begin());
        std::copy_n(qdot.begin(), 6, s.begin() + 6);
        // Angles are no coordinates near their poles: a trajectory is followed as long as it stays away from them.
        for (std::size_t k = 0; k < 51 && nearest_to_pole(s) > 0.15L; ++k, ++compared) {
            double angles[6], rates[6];
            for (std::size_t j = 0; j < 6; ++j) {
                angles[j] = number(s[j]), rates[j] = number(s[j + 6]);
                off_q = std::max(off_q, std::fabs(angles[j] - q[k * 6 + j]));
            }
            coordinates.to_cartesian(angles, rates, x.data(), v.data());
            for (std::size_t e = 0; e < state; ++e) off = std::max(off, std::fabs(x[e] - batch.x[first + k * state + e]));
            s = advance(equations, s, times.dt, 12);
        }
    }
    MESSAGE("samples compared ", compared, ", x off by ", off, " m, q by ", off_q, " rad");
    CHECK(compared > 200);
    CHECK(off < 1e-10);    // 1.5 s of a chaotic chain from local errors of 1e-13; steps of 2.5 ms leave (w h)^8/8! below 1e-13
    CHECK(off_q < 1e-9);   // over sin p > 0.15
}

}  // namespace
}  // namespace cchnn::test
