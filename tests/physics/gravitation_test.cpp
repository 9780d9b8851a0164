// Kepler's ellipse in closed form, and the periods of the outer planets.

#include <doctest/doctest.h>

#include "physics/reference.hpp"

using namespace cchnn;
using namespace cchnn_test;

namespace {

TEST_CASE("a planet of eccentricity 0.6 follows Kepler's equation") {
    const Compiled c(R"({
      "name": "kepler", "dimension": 2,
      "bodies": [{"id": "sun", "type": "Origin", "position": [0, 0], "mass": 2},
                 {"id": "planet", "type": "Obj0D", "mass": 0.5}],
      "potentials": [{"type": "Newtonian", "gravitational_constant": 0.5, "bodies": ["sun", "planet"]}],
      "initial_conditions": {"state": {"position": {"planet": [0.4, 0]}, "velocity": {"planet": [0, 2]}}},
      "sampling": {"dt": 0.2, "steps": 96}
    })");
    const auto batch = integrate(c.system, c.draw(1), c.own_times(), default_protocol());
    const Real e = 0.6L, b = 0.8L;  // a = 1, G M = 1, perihelion at t = 0: speed sqrt((1 + e)/(1 - e)) = 2
    double worst = 0;
    for (int k = 0; k < batch.samples; ++k) {
        const Real t = c.own_times().time(k);
        Real anomaly = t;
        for (int step = 0; step < 50; ++step)
            anomaly -= (anomaly - e * std::sin(anomaly) - t) / (1 - e * std::cos(anomaly));
        const Real rate = 1 / (1 - e * std::cos(anomaly));
        worst = worse(worst,
                      norm(node_of(batch.x, batch, 0, k, 0) - Three{std::cos(anomaly) - e, b * std::sin(anomaly), 0}));
        worst = worse(
            worst, norm(node_of(batch.v, batch, 0, k, 0) - rate * Three{-std::sin(anomaly), b * std::cos(anomaly), 0}));
    }
    // Three orbits of some 100 steps; local errors below 1e-13 change the period and add up along the orbit.
    CHECK(worst < 1e-10);
}

// Days of whole revolutions divided by their number, from the angle in the plane of the first angular momentum.
double period(const TrajectoryBatch& batch, int planet, double dt) {
    const Three x0 = node_of(batch.x, batch, 0, 0, planet);
    const Three l = cross(x0, node_of(batch.v, batch, 0, 0, planet));
    const Three e1 = (1 / norm(x0)) * x0, e2 = (1 / norm(l) / norm(x0)) * cross(l, x0);
    Real angle = 0, before = 0, at = 0;
    int turns = 0;
    for (int k = 1; k < batch.samples; ++k) {
        const Three x = node_of(batch.x, batch, 0, k, planet);
        const Real wrapped = std::atan2(dot(x, e2), dot(x, e1)), two_pi = 2 * std::acos(Real(-1));
        before = angle;
        angle += std::remainder(wrapped - angle, two_pi);
        if (angle >= two_pi * (turns + 1)) {
            ++turns;
            at = k - 1 + (two_pi * turns - before) / (angle - before);
        }
    }
    return number(at * dt / turns);
}

// Sidereal periods in days: NASA Planetary Fact Sheet (D. R. Williams, NSSDCA).
TEST_CASE("over 200,000 days the outer planets keep their energy and go round in the periods that are observed") {
    const Compiled c("outer_solar_system");
    const auto batch = integrate(c.system, c.draw(1), c.own_times(), default_protocol());
    REQUIRE(batch.outcomes[0].reason == EndReason::completed);
    double drift = 0;
    for (double energy : batch.energy) drift = std::max(drift, std::fabs(energy / batch.energy[0] - 1));
    MESSAGE("energy drift " << drift);
    CHECK(drift < 1e-11);  // some 10,000 steps with local errors below 1e-13, most of which cancel
    const std::string names[] = {"Jupiter", "Saturn", "Uranus", "Neptune", "Pluto"};
    const double observed[] = {4332.589, 10759.22, 30685.4, 60189, 90560};
    // The Sun is held, but velocities are relative to it and hold its own, 12.5 m/s by Jupiter and 2.7 by Saturn. By
    // the vis-viva equation 15.2 m/s too much or too little change the period by up to 3 v 15.2/v_c^2: v at the start,
    // v_c of a circle of the same size, in km/s.
    const double speed[] = {13.06, 9.68, 6.80, 5.43, 6.1}, circle[] = {13.06, 9.68, 6.80, 5.43, 4.74};
    for (int planet = 0; planet < 5; ++planet) {
        const double days = period(batch, planet, c.spec.sampling.dt);
        MESSAGE(names[planet] << ": " << days << " days, observed " << observed[planet]);
        CHECK(std::fabs(days / observed[planet] - 1) < 3 * speed[planet] * 0.0152 / (circle[planet] * circle[planet]));
    }
}

// Newton's equations of five planets around a Sun that is held, typed out; 30 numbers.
struct Planets {
    static constexpr Real g = 2.95912208286e-4L, sun = 1.00000597682L;
    static constexpr Real mass[] = {0.000954786104043L, 0.000285583733151L, 0.0000437273164546L, 0.0000517759138449L,
                                    1 / 1.3e8L};
    using State = std::array<Real, 30>;
    static Three at(const State& z, std::size_t planet) {
        return {z[3 * planet], z[3 * planet + 1], z[3 * planet + 2]};
    }
    State operator()(const State& z) const {
        State rate;
        for (std::size_t i = 0; i < 5; ++i) {
            const auto pull = [](const Three& r) { return (-1 / (dot(r, r) * norm(r))) * r; };
            Three a = (g * sun) * pull(at(z, i));
            for (std::size_t j = 0; j < 5; ++j)
                if (j != i) a = a + (g * mass[j]) * pull(at(z, i) - at(z, j));
            for (std::size_t k = 0; k < 3; ++k) {
                rate[3 * i + k] = z[15 + 3 * i + k];
                rate[15 + 3 * i + k] = a[k];
            }
        }
        return rate;
    }
};

TEST_CASE("the planets move by Newton's equations typed out") {
    const Compiled c("outer_solar_system");
    const TimeGrid times{2000, 11};
    const auto batch = integrate(c.system, c.draw(1), times, default_protocol());
    Planets::State z;
    for (std::size_t i = 0; i < 15; ++i) {
        z[i] = batch.x[i];
        z[15 + i] = batch.v[i];
    }
    double worst = 0;
    for (int k = 0; k < batch.samples; ++k) {
        for (int planet = 0; planet < 5; ++planet)
            worst = worse(worst, norm(node_of(batch.x, batch, 0, k, planet) - Planets::at(z, to_size(planet))));
        z = advance(Planets(), z, times.dt, 200);  // 10 days: 0.015 of a radian of Jupiter
    }
    CHECK(worst < 1e-9);  // au; 55 years, local errors below 1e-13 of 40 au, periods that differ by them
}

}  // namespace
