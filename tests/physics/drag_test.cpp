// Quadratic drag (elements/drag.hpp) where the velocity of its point passes zero: closed forms and bounds, in any unit.

#include <doctest/doctest.h>

#include <cmath>
#include <nlohmann/json.hpp>

#include "judge/stored_motion.hpp"
#include "model/compiled_system.hpp"
#include "physics/reference.hpp"

using namespace cchnn;
using namespace cchnn_test;

namespace {

constexpr double mass = 0.4, gravity = 9.81;
constexpr int motions = 20;

// A ball thrown upwards, with a unit of time of so many seconds.
std::string ball(double coefficient, double unit) {
    nlohmann::json system = nlohmann::json::parse(R"({"name": "ball", "dimension": 1,
        "bodies": [{"id": "a", "type": "Obj0D", "mass": 0.4}], "potentials": [{"type": "Gravity"}],
        "damping": [{"type": "Drag", "on": "a"}],
        "initial_conditions": {"bodies": {"a": {"position": [0], "velocity": [{"normal": {}}]}}},
        "sampling": {"steps": 41}})");
    system["potentials"][0]["g"] = gravity / (unit * unit);
    system["damping"][0]["coefficient"] = coefficient;
    system["initial_conditions"]["bodies"]["a"]["velocity"][0]["normal"] = {{"mean", 3 / unit}, {"std", 0.5 / unit}};
    system["sampling"]["dt"] = 0.05 * unit;
    return system.dump();
}

// Height and velocity of the ball: up as a tangent, down as a hyperbolic one.
std::array<Real, 2> thrown(Real coefficient, Real g, Real v, Real t) {
    const Real limit = std::sqrt(Real(mass) * g / coefficient), start = std::atan(v / limit), top = limit / g * start,
               highest = -limit * limit / g * std::log(std::cos(start));
    if (t < top) {
        const Real angle = start - g * t / limit;
        return {highest + limit * limit / g * std::log(std::cos(angle)), limit * std::tan(angle)};
    }
    const Real fallen = g * (t - top) / limit;
    return {highest - limit * limit / g * std::log(std::cosh(fallen)), -limit * std::tanh(fallen)};
}

// A point, a flat body and a rod in a row, each with Drag, with a unit of time of so many seconds.
std::string chain(double unit, const std::string& more = "") {
    nlohmann::json system = nlohmann::json::parse(R"({"name": "chain", "dimension": 2,
        "bodies": [{"id": "o", "type": "Origin"}, {"id": "a", "type": "Obj0D", "mass": 0.3},
                   {"id": "p", "type": "Obj2D", "mass": 0.9, "second_moments": [0.05, 0.11]},
                   {"id": "r", "type": "Obj1D", "mass": 0.4, "second_moments": [0.03]}],
        "constraints": [{"type": "Link", "between": ["o", "a"], "length": 1},
                        {"type": "Joint", "between": ["a", {"body": "p", "point": [-0.3, 0]}]},
                        {"type": "Joint", "between": [{"body": "p", "point": [0.3, 0.1]}, {"body": "r", "point": [-0.3]}]}],
        "potentials": [{"type": "Gravity"}],
        "damping": [{"type": "Drag", "on": "a", "coefficient": 0.4},
                    {"type": "Drag", "on": {"body": "p", "point": [0.1, 0.4]}, "coefficient": 0.9},
                    {"type": "Drag", "on": {"body": "r", "point": [0.3]}, "coefficient": 1.4})" +
                                                  more + R"(],
        "initial_conditions": {"bodies": {"a": {"from": "o", "angle": 0.5}, "p": {"from": "a", "angle": 1.2},
                                          "r": {"from": "p", "angle": 0.4}}},
        "sampling": {"steps": 41}})");
    system["potentials"][0]["g"] = gravity / (unit * unit);
    system["sampling"]["dt"] = 0.05 * unit;
    return system.dump();
}

}  // namespace

TEST_CASE("a ball with drag that is thrown upwards turns within its bound, in any unit of time") {
    for (const double unit : {1e-4, 1.0, 100.0, 1e4})
        for (const double coefficient : {0.05, 0.5, 5.0}) {
            CAPTURE(unit);
            CAPTURE(coefficient);
            const Compiled c(ball(coefficient, unit));
            const TrajectoryBatch batch = bounded_motion(c, c.draw(motions), 1e-9);
            double worst = 0;
            int refined = 0;
            for (int i = 0; i < motions; ++i) {
                const std::size_t first = to_size(i) * to_size(batch.samples);
                refined += batch.outcomes[to_size(i)].refined;
                for (std::size_t k = 1; k < to_size(batch.samples); ++k) {
                    const double v = batch.v[first + k], x = batch.x[first + k];
                    const auto [height, speed] = thrown(coefficient, Real(gravity) / (unit * unit), batch.v[first],
                                                        c.own_times().time(static_cast<int>(k)));
                    const Real error =
                        std::hypot(x - height, v - speed) / (std::hypot(x, v) + std::hypot(height, speed));
                    worst = worse(worst, error / batch.error_bound[first + k]);
                }
            }
            CHECK(worst < 1);
            CHECK(refined == 0);  // turning is no reason to compute a motion again
        }
}

TEST_CASE("a chain with drag moves alike in seconds and in units of 1e6 s, within its bounds") {
    const Compiled in_seconds(chain(1)), in_units(chain(1e6));
    const TrajectoryBatch one = bounded_motion(in_seconds, in_seconds.draw(1), 1e-9),
                          other = bounded_motion(in_units, in_units.draw(1), 1e-9);
    for (const Compiled* c : {&in_seconds, &in_units}) {
        const TrajectoryBatch& batch = c == &in_seconds ? one : other;
        const judge::Stored stored = stored_motion(batch, c->own_times(), 0);
        const judge::Verdict verdict = verdict_of(c->spec.json, stored);
        CHECK(verdict.judged);
        CHECK(beyond(verdict, stored) == 0);
    }
    double apart = 0;
    for (std::size_t i = 0; i < one.x.size(); ++i) apart = worse(apart, one.x[i] - other.x[i]);
    CHECK(apart < 1e-9);  // both bounds are at most that, and x is of the order of 1 m
}

TEST_CASE("a system with drag that comes to rest does not take ever smaller steps") {
    // The damper brings rates down to rounding within 5 s of the 40; w of each point then changes its sign at random.
    nlohmann::json system = nlohmann::json::parse(chain(1, R"(, {"type": "Damping", "body": "a", "coefficient": 8},
        {"type": "Damping", "body": "p", "coefficient": 8}, {"type": "Damping", "body": "r", "coefficient": 8})"));
    system["sampling"] = {{"dt", 1}, {"steps", 41}};
    const Compiled c(system.dump());
    const TrajectoryBatch batch = integrate(c.system, c.draw(1), c.own_times(), default_protocol());
    CHECK(batch.outcomes[0].reason == EndReason::completed);
    CHECK(batch.outcomes[0].accepted < 20'000);
}

TEST_CASE("a ball with drag that is thrown almost upwards is within its bound, however small its smallest speed") {
    for (const double aside : {1e-3, 1e-6, 1e-9, 1e-12}) {
        CAPTURE(aside);
        const Compiled c(R"({"name": "ball", "dimension": 2, "bodies": [{"id": "a", "type": "Obj0D", "mass": 0.4}],
            "potentials": [{"type": "Gravity"}], "damping": [{"type": "Drag", "on": "a", "coefficient": 0.5}],
            "initial_conditions": {"bodies": {"a": {"position": [0.3, -0.2], "velocity": [)" +
                         std::to_string(aside * 1e12) + R"(e-12, 3.1]}}},
            "sampling": {"dt": 0.05, "steps": 21}})");
        const TrajectoryBatch batch = bounded_motion(c, c.draw(1), 1e-9);
        CHECK_FALSE(batch.outcomes[0].refined);
        const judge::Stored stored = stored_motion(batch, c.own_times(), 0);
        const judge::Verdict verdict = verdict_of(c.spec.json, stored);
        CHECK(verdict.judged);
        CHECK(beyond(verdict, stored) == 0);
    }
}
