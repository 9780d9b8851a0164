#include "mechanics/kernels/rattle.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <limits>

#include "mechanics/example_systems.hpp"

using namespace cchnn;
using namespace cchnn_test;

namespace {

std::vector<double> start_of(const ExampleSystem& c, std::uint64_t i) {
    const InitialState s = c.state(i);
    std::vector<double> z(2 * s.x.size());
    std::copy(s.x.begin(), s.x.end(), z.begin());
    c.system.momentum(s.v.data(), &z[s.x.size()]);
    z.insert(z.end(), s.s.end() - std::ssize(c.system.angles()), s.s.end());
    return z;
}

// One whole step.
bool step(Rattle<double>& rattle, std::vector<double>& z, double h) {
    rattle.start(z);
    const StepSuccess<double> success = rattle.advance(z, h);
    rattle.project_momentum(z);
    return success.finite && success.solved;
}

double largest(const std::vector<double>& values) {
    double most = 0;
    for (double value : values) most = std::max(most, std::fabs(value));
    return most;
}

// Behind (x, p) are counted angles.
std::size_t half_of(const ConstrainedSystem& system) { return static_cast<std::size_t>(system.state_size()); }

// Largest entry of Phi and of dPhi/dt, m^2 and m^2/s.
std::pair<double, double> violation(const ConstrainedSystem& system, const std::vector<double>& z) {
    const std::size_t half = half_of(system);
    std::vector<double> phi(system.rows().size()), rate(phi), v(half);
    system.velocity(&z[half], v.data());
    system.phi(z.data(), phi.data());
    system.phi_rate(z.data(), v.data(), rate.data());
    return {largest(phi), largest(rate)};
}

double distance(const std::vector<double>& a, const std::vector<double>& b) {
    double sum = 0;
    for (std::size_t i = 0; i < a.size(); ++i) sum += (a[i] - b[i]) * (a[i] - b[i]);
    return std::sqrt(sum);
}

double size(const std::vector<double>& z) { return distance(z, std::vector<double>(z.size(), 0.0)); }

// A hundredth to a tenth of the fastest motion's radian.
double short_step(const ExampleSystem& c) { return 0.2 * c.spec.sampling.dt; }

}  // namespace

TEST_CASE("rattle: ends on the manifold with a tangent momentum, on every system that it takes") {
    for (const std::string& name : builtin_system_names()) {
        const ExampleSystem c(load_system(name));
        // The others are refused by name (protocol.hpp): damping, wheels, points on curves and inputs.
        if (c.system.driven() || c.system.dissipative() || !c.system.holonomic() || !c.system.tracks().empty())
            continue;
        CAPTURE(c.system.name());
        Rattle<double> rattle(c.system);
        std::vector<double> z = start_of(c, 0);
        const double scale = c.system.length_scale() * c.system.length_scale(), speed = size(z);
        for (int k = 0; k < 20; ++k) REQUIRE(step(rattle, z, short_step(c)));
        const auto [phi, rate] = violation(c.system, z);
        CHECK(phi <= 1e-13 * scale);                 // rounding of squares of a few lengths
        CHECK(rate <= 1e-12 * (1 + speed) * scale);  // the same times rates of up to 20 m/s
    }
}

TEST_CASE("rattle: a step back undoes a step, to rounding") {
    for (const char* name :
         {"chain_pendulum_3", "hinged_arm_3", "four_bar_linkage", "outer_solar_system", "gyroscope"}) {
        const ExampleSystem c(load_system(name));
        CAPTURE(c.system.name());
        Rattle<double> rattle(c.system);
        const std::vector<double> begin = start_of(c, 1);
        std::vector<double> z = begin;
        for (int k = 0; k < 50; ++k) REQUIRE(step(rattle, z, short_step(c)));
        CHECK(distance(z, begin) > 1e-3 * size(begin));  // it went somewhere
        for (int k = 0; k < 50; ++k) REQUIRE(step(rattle, z, -short_step(c)));
        CHECK(distance(z, begin) < 1e-11 * size(begin));  // a hundred steps of 1e-16, grown by the motion's own chaos
    }
}

// Differences of the map between neighbouring states on the manifold give its derivative; dz' J dw' = dz J dw.
TEST_CASE("rattle: a step keeps the symplectic form of tangent vectors") {
    for (const char* name : {"chain_pendulum_2", "hinged_arm_3", "rigid_rotor"}) {
        const ExampleSystem c(load_system(name));
        CAPTURE(c.system.name());
        Rattle<double> rattle(c.system);
        const std::size_t half = to_size(c.system.state_size());
        const InitialState state = c.state(2);
        const double epsilon = 1e-5, h = 2 * short_step(c);
        // (z + dz, z - dz) / 2 epsilon before and after the step, of two directions.
        const auto moved = [&](std::uint64_t direction, double sign) {
            const InitialState s = c.sampler.perturb(state, epsilon, direction, 0);
            std::vector<double> z(2 * half), v(half), x(half);
            InitialState there = state;
            for (std::size_t i = 0; i < half; ++i) {
                there.x[i] += sign * (s.x[i] - state.x[i]);
                there.v[i] += sign * (s.v[i] - state.v[i]);
            }
            REQUIRE(c.sampler.project(there));
            std::copy(there.x.begin(), there.x.end(), z.begin());
            c.system.momentum(there.v.data(), &z[half]);
            return z;
        };
        const auto difference = [&](const std::vector<double>& a, const std::vector<double>& b) {
            std::vector<double> d(a.size());
            for (std::size_t i = 0; i < a.size(); ++i) d[i] = (a[i] - b[i]) / (2 * epsilon);
            return d;
        };
        const auto form = [&](const std::vector<double>& a, const std::vector<double>& b) {
            double sum = 0;
            for (std::size_t i = 0; i < half; ++i) sum += a[i] * b[half + i] - a[half + i] * b[i];
            return sum;
        };
        std::vector<std::vector<double>> before, after;
        for (std::uint64_t direction : {11u, 12u}) {
            std::vector<double> plus = moved(direction, 1), minus = moved(direction, -1);
            before.push_back(difference(plus, minus));
            REQUIRE(step(rattle, plus, h));
            REQUIRE(step(rattle, minus, h));
            after.push_back(difference(plus, minus));
        }
        // Central differences: epsilon^2 = 1e-10 times third derivatives; without mu the form would be off by 1e-3.
        CHECK(std::fabs(form(after[0], after[1]) - form(before[0], before[1])) <
              1e-8 * size(before[0]) * size(before[1]));
    }
}

TEST_CASE("rattle: a step too long to be solved is a failure and not a wrong number") {
    const ExampleSystem c(load_system("chain_pendulum_2"));
    Rattle<double> rattle(c.system);
    std::vector<double> z = start_of(c, 0);
    CHECK_FALSE(step(rattle, z, 5.0));
    // Off sideways by more than the rod's length: no pull along the rod brings it back.
    const ExampleSystem one(load_system("chain_pendulum_1"));
    Rattle<double> pendulum(one.system);
    const double length = one.system.rows()[0].length;
    const double speed = 40;
    const auto turning = [&] { return std::vector<double>{length, 0, 0, speed * one.graph.body("bob1").mass}; };
    std::vector<double> spin = turning();
    CHECK(step(pendulum, spin, 0.5 * length / speed));
    spin = turning();
    CHECK_FALSE(step(pendulum, spin, 2 * length / speed));
}

// Above its hook at rest: without the rod, a step of h would take the bob h^2 g/2 down, beyond the hook. There the rod
// has its length again, the other way round.
TEST_CASE("rattle: a bob that a step takes through its hook is a failure, not a bob on the other side") {
    const ExampleSystem c(load_system("chain_pendulum_1"));
    Rattle<double> rattle(c.system);
    const double length = c.system.rows()[0].length, g = 9.81;
    const auto after = [&](double h) {
        std::vector<double> z{0, length, 0, 0};
        return std::pair{step(rattle, z, h), z[1]};
    };
    const auto stands = after(std::sqrt(0.1 * length / g));
    CHECK(stands.first);
    CHECK(stands.second == doctest::Approx(length));
    CHECK_FALSE(after(std::sqrt(3 * length / g)).first);
}

TEST_CASE("rattle: what is not finite is told apart") {
    const ExampleSystem c(load_system("chain_pendulum_2"));
    Rattle<double> rattle(c.system);
    std::vector<double> z = start_of(c, 0);
    z[1] = std::numeric_limits<double>::quiet_NaN();
    rattle.start(z);
    CHECK_FALSE(rattle.advance(z, 1e-3).finite);
}

TEST_CASE("rattle: lanes compute what double computes, bit by bit") {
    for (const char* name : {"chain_pendulum_3", "hinged_arm_3"}) {
        const ExampleSystem c(load_system(name));
        Rattle<Lanes> lanes(c.system);
        std::vector<Lanes> z(lanes.size(), Lanes(0.0));
        std::vector<std::vector<double>> alone;
        for (int l = 0; l < lane_width; ++l) {
            alone.push_back(start_of(c, static_cast<std::uint64_t>(l)));
            for (std::size_t i = 0; i < z.size(); ++i) set_lane(z[i], l, alone.back()[i]);
        }
        lanes.start(z);
        for (int k = 0; k < 10; ++k) lanes.advance(z, short_step(c));
        lanes.project_momentum(z);
        for (int l = 0; l < lane_width; ++l) {
            Rattle<double> one(c.system);
            std::vector<double>& w = alone[to_size(l)];
            one.start(w);
            for (int k = 0; k < 10; ++k) one.advance(w, short_step(c));
            one.project_momentum(w);
            for (std::size_t i = 0; i < w.size(); ++i) CHECK(lane(z[i], l) == w[i]);
        }
    }
}
