// What is narrower than a step: bumps of a curve, and centres of forces passed at a small distance. Each of these
// motions was off by up to 10^7 times its bound while error estimates alone chose the steps.

#include "integrate/steppers/step_limit.hpp"

#include <doctest/doctest.h>

#include <numeric>

#include "integrate/error_bound.hpp"
#include "integrate/integrate_fixture.hpp"
#include "integrate/kernel_door.hpp"

using namespace cchnn_test;

namespace {

std::string bead_over(const std::string& height, const std::string& start) {
    return R"({"name": "bump", "dimension": 2, "bodies": [{"id": "bead", "type": "Obj0D", "mass": 1}],
      "constraints": [{"type": "Track", "points": ["bead"],
                       "curve": {"parameter": "s", "x": "s", "y": "0.05*s^2 + )" +
           height + R"(", "range": [-3, 3]}}],
      "potentials": [{"type": "Gravity"}],
      "initial_conditions": {"bodies": {"bead": {"parameter": {"uniform": )" +
           start + R"(}, "parameter_rate": {"uniform": {"low": 2, "high": 3}}}}},
      "sampling": {"dt": 0.1, "steps": 11}})";
}
constexpr const char* far_off = R"({"low": -1, "high": 0})";

TrajectoryBatch bounded(const Compiled& c, const std::vector<InitialState>& states, TimeGrid times) {
    const Protocol protocol = default_protocol();
    TrajectoryBatch batch = integrate(c.system, states, times, protocol);
    add_error_bounds(c.system, states, times, ErrorBoundRule(protocol), batch);
    return batch;
}

// The same motion in steps that end at each of `finer` times as many samples: too short to pass anything.
void check_against_short_steps(const Compiled& c, const std::vector<InitialState>& states, TimeGrid times, int finer) {
    const TrajectoryBatch batch = bounded(c, states, times);
    const TrajectoryBatch fine =
        integrate(c.system, states, {times.dt / finer, (times.samples - 1) * finer + 1}, default_protocol());
    for (int i = 0; i < batch.count; ++i) {
        REQUIRE(batch.outcomes[to_size(i)].reason == EndReason::completed);
        REQUIRE(fine.outcomes[to_size(i)].reason == EndReason::completed);
        for (int k = 0; k < batch.samples; ++k) {
            const double off = relative_error_at(batch, k, fine, k * finer, i);
            // Thousands of short steps round too: 1e-16 each, in sums that grow as their root.
            CHECK(off <= batch.error_bound[to_size(i * batch.samples + k)] + 1e-13);
        }
        CHECK(batch.error_bound[to_size((i + 1) * batch.samples - 1)] < 1e-8);
    }
}

const char* spring_on_a_line = R"({"name": "line", "dimension": 1,
  "bodies": [{"id": "o", "type": "Origin"}, {"id": "bob", "type": "Obj0D", "mass": 1}],
  "potentials": [{"type": "Spring", "between": ["o", "bob"], "stiffness": 1, "rest_length": 0.2}],
  "initial_conditions": {"bodies": {"bob": {"position": [{"uniform": {"low": 0.8, "high": 1.2}}], "velocity": [0]}}},
  "sampling": {"dt": 0.5, "steps": 11}})";

// A body past a fixed one of 1e-13 at a distance of 1e-12: turned by 2e-3, within 1e-13 s.
std::string flyby(double x) {
    return R"({"name": "flyby", "dimension": 2,
      "bodies": [{"id": "sun", "type": "Origin", "position": [0, 0], "mass": 1e-13}, {"id": "fast", "type": "Obj0D", "mass": 1}],
      "potentials": [{"type": "Newtonian", "gravitational_constant": 1, "bodies": ["sun", "fast"]}],
      "initial_conditions": {"bodies": {"fast": {"position": [)" +
           std::to_string(x) + R"(, 1e-12], "velocity": [10, 0]}}}, "sampling": {"dt": 0.1, "steps": 11}})";
}

}  // namespace

TEST_CASE("a bump that is narrower than a step is not passed: 1e-3, 1e-5 wide, 1e-9 high") {
    const Compiled wide(bead_over("1e-4*exp(-((s - 1)/1e-3)^2)", far_off));
    check_against_short_steps(wide, wide.draw(10), {0.1, 11}, 1000);
    const Compiled low(bead_over("1e-9*exp(-((s - 1)/1e-3)^2)", far_off));
    check_against_short_steps(low, low.draw(10), {0.1, 11}, 1000);
    const Compiled thin(bead_over("1e-6*exp(-((s - 1)/1e-5)^2)", R"({"low": 0.98, "high": 0.99})"));
    check_against_short_steps(thin, thin.draw(4), {0.005, 3}, 2500);
}

TEST_CASE("a bump is there on every lap of a closed curve") {
    const Compiled c(R"json({"name": "laps", "dimension": 2, "bodies": [{"id": "bead", "type": "Obj0D", "mass": 1}],
      "constraints": [{"type": "Track", "points": ["bead"], "curve": {"parameter": "s",
        "x": "(1 + 1e-5*exp(-1e6*(1 - cos(s - 1))))*cos(s)", "y": "(1 + 1e-5*exp(-1e6*(1 - cos(s - 1))))*sin(s)",
        "range": [0, 6.283185307179586]}}],
      "initial_conditions": {"bodies": {"bead": {"parameter": {"uniform": {"low": 4, "high": 6}}, "parameter_rate": 9}}},
      "sampling": {"dt": 0.2, "steps": 9}})json");
    check_against_short_steps(c, c.draw(5), {0.2, 9}, 1000);
}

// As high as wide: who passes it unseen is a thousandth too early.
TEST_CASE("steps of a looser tolerance see a bump too") {
    const Compiled c(bead_over("1e-3*exp(-((s - 1)/1e-3)^2)", far_off));
    const auto states = c.draw(20);
    const auto good = integrate(c.system, states, {1, 2}, default_protocol());
    const auto batch = integrate(c.system, states, {1, 2}, {"custom", Method::dopri5, 1e-7, 1e-7});
    for (int i = 0; i < 20; ++i) CHECK(worst_relative_error(batch, good, i) < 1e-5);  // some 50 steps, and then hills
}

// V = (|x| - l)^2/2: on either side a harmonic motion about +-l.
TEST_CASE("a spring turned through its own centre is a harmonic motion on either side") {
    const Compiled c(spring_on_a_line);
    const auto states = c.draw(10);
    const TimeGrid times{0.5, 11};
    const TrajectoryBatch batch = bounded(c, states, times);
    for (int i = 0; i < 10; ++i) {
        REQUIRE(batch.outcomes[to_size(i)].reason == EndReason::completed);
        const double l = 0.2, a = states[to_size(i)].x[0] - l, meets = std::acos(-l / a), v = a * std::sin(meets);
        const double back = 2 * (std::acos(-1.0) - std::atan2(v, l));  // spent on the other side
        for (int k = 0; k < batch.samples; ++k) {
            double t = 0.5 * k, x = l + a * std::cos(t), rate = -a * std::sin(t);
            if (t > meets + back) continue;
            if (t > meets) {
                t -= meets;
                x = -l + l * std::cos(t) - v * std::sin(t);
                rate = -l * std::sin(t) - v * std::cos(t);
            }
            const auto at = to_size(i * batch.samples + k);
            const double off = std::hypot(batch.x[at] - x, batch.v[at] - rate),
                         size = std::hypot(batch.x[at], batch.v[at]) + std::hypot(x, rate);
            CHECK(off / size <= batch.error_bound[at] + 1e-14);  // rounding of the closed form
        }
        CHECK(batch.error_bound[to_size((i + 1) * batch.samples - 1)] < 1e-9);
    }
}

// Rutherford: tan(angle/2) = G M/(b v^2) for a way from and to infinity; 5 m are 1e13 times the way on which it turns.
TEST_CASE("a body that passes a small heavy one is turned by it") {
    for (const double x : {-5.0, -4.7, -4.31, -4.05}) {
        const Compiled c(flyby(x));
        const auto batch = integrate(c.system, c.draw(1), {0.1, 11}, default_protocol());
        REQUIRE(batch.outcomes[0].reason == EndReason::completed);
        const double vx = batch.v[20], vy = batch.v[21];
        CHECK(std::atan2(-vy, vx) == doctest::Approx(2 * std::atan(1e-13 / (1e-12 * 100))).epsilon(1e-9));
        CHECK(std::hypot(vx, vy) == doctest::Approx(10).epsilon(1e-11));  // a hundred steps within 1e-13 each
    }
}

// Over a magnet 1e-5 m away, past which it is in 4e-6 s. Sideways, along y, nothing else pushes.
TEST_CASE("a pendulum that passes a small magnet closely is thrown off its way by it") {
    const auto pendulum = [](const std::string& moment) {
        return Compiled(R"({"name": "magnet", "dimension": 3,
          "bodies": [{"id": "pivot", "type": "Origin"}, {"id": "bob", "type": "Obj0D", "mass": 1}],
          "constraints": [{"type": "Link", "between": ["pivot", "bob"], "length": 1}],
          "potentials": [{"type": "Dipole", "body": "bob", "pivot": "pivot", "moment": )" +
                        moment + R"(, "mu0": 1e-15,
                          "magnets": [{"position": [1.00001, 0.00001, 0], "moment": [0, 1, 0]}]}],
          "initial_conditions": {"bodies": {"bob": {"from": "pivot", "azimuth": 0,
             "polar": {"uniform": {"low": 2.4, "high": 2.6}}, "azimuth_rate": 0, "polar_rate": 4}}},
          "sampling": {"dt": 0.2, "steps": 3}})");
    };
    const Compiled c = pendulum("1"), weak = pendulum("1e-9");
    const auto states = c.draw(10);
    const auto batch = bounded(c, states, {0.2, 3}), free = bounded(weak, states, {0.2, 3});
    const double k = 1e-15 / (4 * std::acos(-1.0)), kick = k / (1e-15 * 4);  // k moment/(a^3 v), of a straight way
    for (int i = 0; i < 10; ++i) {
        REQUIRE(batch.outcomes[to_size(i)].reason == EndReason::completed);
        const auto at = to_size(i * 3 + 2) * 3;
        const double turned = 4 * 0.4 - (std::acos(-1.0) - std::acos(-states[to_size(i)].x[0]));  // since the magnet
        // The way is bent by half a percent while it happens.
        CHECK(std::fabs(batch.v[at + 1]) == doctest::Approx(kick * std::cos(turned)).epsilon(0.01));
        CHECK(std::fabs(free.v[at + 1]) < 2e-9 * kick);  // a moment of 1e-9 is as good as none
        CHECK(batch.error_bound[to_size(i * 3 + 2)] < 1e-6);
    }
}

// d(v_y)/d(y_0) of that, G M 2/(b^2 v); without a step near the sun it stays 0.
TEST_CASE("tangent vectors are turned with the body that passes a small heavy one") {
    const Compiled c(flyby(-4.31));
    for (const bool each : {true, false}) {
        const auto flow =
            (each ? cchnn_kernels()->tangent_each : cchnn_kernels()->tangents_of_one)(c.system, 1e-10, 0.1);
        for (int l = 0; l < (each ? cchnn_kernels()->side_by_side : 1); ++l) flow->set_state(l, c.draw(1).front());
        flow->set_tangent(1, 0, 1.0);
        for (int k = 0; k < 10; ++k) flow->advance(0.1);
        REQUIRE_FALSE(flow->failed(0));
        CHECK(flow->tangent(3, 0) == doctest::Approx(2e10).epsilon(1e-3));  // steps are chosen by errors of the state
    }
}

TEST_CASE("limited steps are the same whatever happens in other lanes") {
    const Compiled bump(bead_over("1e-4*exp(-((s - 1)/1e-3)^2)", far_off)), line(spring_on_a_line);
    const Compiled pulse(
        R"json({"name": "pulse", "dimension": 1, "bodies": [{"id": "bob", "type": "Obj0D", "mass": 1.3}],
      "inputs": [{"id": "u", "formula": "300*exp(-((t - 0.6)/1e-4)^2)"}],
      "potentials": [{"type": "Force", "on": "bob", "force": [1], "input": "u"},
                     {"type": "Potential", "points": ["bob"], "energy": "x^4"}],
      "initial_conditions": {"bodies": {"bob": {"position": [{"normal": {"mean": 0, "std": 2}}], "velocity": [0]}}},
      "sampling": {"dt": 0.1, "steps": 12}})json");
    for (const Compiled* c : {&bump, &line, &pulse}) {
        // A lane remembers when inputs are smooth, which decides of a step of 1 in 40 trajectories.
        const int count = c == &pulse ? 400 : 20;
        auto states = c->draw(count);
        std::vector<InitialState> turned(states.rbegin(), states.rend());
        const TimeGrid times = c->own_times();
        const auto a = bounded(*c, states, times), b = bounded(*c, turned, times);
        const auto alone = bounded(*c, {states[3]}, times);
        for (int i = 0; i < count; ++i) CHECK(same_trajectory(a, i, b, count - 1 - i));
        CHECK(same_trajectory(a, 3, alone, 0));
        states.resize(20);
        turned.assign(states.rbegin(), states.rend());
        const std::vector<Accuracy> each(20, Accuracy{1e-18});
        const auto p = integrate_exactly(c->system, states, {times.dt, 4}, Method::extrapolation24, each),
                   q = integrate_exactly(c->system, turned, {times.dt, 4}, Method::extrapolation24, each);
        for (int i = 0; i < 20; ++i) CHECK(same_trajectory(p, i, q, 19 - i));
    }
}

TEST_CASE("systems without curves and centres have no limit, others say where theirs is") {
    const auto none = [](const Compiled& c) {
        Dynamics<double> dynamics(c.system);
        return StepLimit<double>(c.system, dynamics, 1e-13, 1e-13).none();
    };
    CHECK(none(Compiled("chain_pendulum_3")));
    CHECK(none(Compiled("gyroscope")));
    CHECK(none(Compiled("harmonic_oscillator")) == !has_centres(Compiled("harmonic_oscillator").system));
    CHECK_FALSE(none(Compiled("outer_solar_system")));
    CHECK_FALSE(none(Compiled("magnet_pendulum")));
    CHECK_FALSE(none(Compiled("spring_pendulum")));
    CHECK_FALSE(none(Compiled("roller_coaster")));
    // A line is a curve without cells; a spring without a rest length pulls alike on both sides.
    CHECK(none(Compiled(bead_over("s", far_off))));

    const Compiled c(spring_on_a_line);
    Dynamics<double> dynamics(c.system);
    StepLimit<double> limit(c.system, dynamics, 1e-3, 1e-13);
    CHECK(limit.share({1, 0}, {0.6, 0}, 1) == 1);
    CHECK(limit.share({1, 0}, {0.4, 0}, 1) == doctest::Approx(0.9 / (0.6 / 0.4)));
    CHECK(limit.share({1, 0}, {-1, 0}, 1) == doctest::Approx(0.45));
    CHECK(limit.share({1, 0}, {-1e-5, 0}, 1) == 0.25);
    CHECK(limit.share({1, 0}, {-1e-5, 0}, 0.002) == 0.5);  // shortest/h
    CHECK(limit.share({1, 0}, {-1e-5, 0}, 0.001) == 1);
    CHECK(limit.allowed_fraction({1, 0}, {-1, 0}, 0.4) == 1);
    CHECK(limit.allowed_fraction({1, 0}, {-1, 0}, 2) == doctest::Approx(0.45));
}
