#include "integrate/true_solution.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <boost/math/special_functions/ellint_1.hpp>
#include <boost/math/special_functions/jacobi_elliptic.hpp>

#include "integrate/integrate_fixture.hpp"
#include "mechanics/kernels/quad.hpp"

using namespace cchnn_test;

namespace {

// A pendulum of length l let go at rest at `angle` from straight down, in quad precision, rounded to double.
//   sin(theta / 2) = k sn(u),  dtheta/dt = 2 k w cn(u),  k = sin(angle / 2),  u = w t + K(k),  w = sqrt(g/l)
InitialState swing(double angle, double length, double g, double t) {
    const Quad k = sin(Quad(angle) / 2), w = sqrt(Quad(g) / length);
    Quad cn, dn;
    const Quad sn = boost::math::jacobi_elliptic(k, Quad(w * t + boost::math::ellint_1(k)), &cn, &dn);
    dn = sqrt(1 - k * k * sn * sn);
    const Quad sine = 2 * k * sn * dn, cosine = 1 - 2 * k * k * sn * sn, rate = 2 * k * w * cn;
    const auto number = [](const Quad& q) { return static_cast<double>(q); };
    return {{number(length * sine), number(-length * cosine)},
            {number(length * cosine * rate), number(length * sine * rate)}};
}

}  // namespace

TEST_CASE("true solution: a pendulum by elliptic functions is off by its rounding alone") {
    const Compiled c("chain_pendulum_1");
    const TimeGrid times{0.05, 40};
    std::vector<double> x, v;
    for (int k = 0; k < times.samples; ++k) {
        const InitialState s = swing(1.5, c.system.rows()[0].length, 9.81, times.time(k));
        x.insert(x.end(), s.x.begin(), s.x.end());
        v.insert(v.end(), s.v.begin(), s.v.end());
    }
    const auto errors = true_errors(c.system, times, StoredTrajectory{x.data(), v.data()});
    // Rounding of the start, 1e-16 relative, moves the phase by as much, which grows linearly: 2 s at w = 3 / s.
    CHECK(*std::max_element(errors.begin(), errors.end()) < 2e-15);
}

TEST_CASE("true solution: a state that is off by 1e-9 is found to be off by that, at that time alone") {
    const Compiled c("gyroscope");
    const TimeGrid times{c.spec.sampling.dt, 6};
    TrajectoryBatch batch = integrate(c.system, c.draw(1), times, default_protocol());
    const auto before = true_errors(c.system, times, StoredTrajectory{batch.x.data(), batch.v.data()});
    const std::size_t width = to_size(c.system.state_size());
    double size = 0;
    for (std::size_t i = 3 * width; i < 4 * width; ++i) size += batch.x[i] * batch.x[i] + batch.v[i] * batch.v[i];
    batch.x[3 * width] += 1e-9 * std::sqrt(size);
    const auto after = true_errors(c.system, times, StoredTrajectory{batch.x.data(), batch.v.data()});
    for (std::size_t k = 0; k < 6; ++k) {
        if (k == 3) continue;
        CHECK(before[k] < 1e-13);
        CHECK(after[k] == before[k]);
    }
    CHECK(std::fabs(after[3] - 5e-10) <= 5e-13);  // (1): half of it, and 1e-13 of its own
}

TEST_CASE("true solution: several trajectories from one start have the errors that each has alone") {
    const Compiled c("magnet_pendulum");
    const TimeGrid times{c.spec.sampling.dt, 8};
    const auto states = c.draw(1);
    const auto fine = integrate(c.system, states, times, default_protocol()),
               coarse = integrate(c.system, states, times, paper_protocol());
    const StoredTrajectory one{fine.x.data(), fine.v.data()}, two{coarse.x.data(), coarse.v.data()};
    const auto both = true_errors(c.system, times, {one, two});
    CHECK(both[0] == true_errors(c.system, times, one));
    CHECK(both[1] == true_errors(c.system, times, two));
    CHECK(both[1][7] > 100 * both[0][7]);
}
