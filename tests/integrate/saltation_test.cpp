// The derivative of a flight to a floor and back, in closed form.

#include "integrate/derivatives/saltation.hpp"

#include <doctest/doctest.h>

#include <cmath>

#include "integrate/derivatives/sensitivities.hpp"
#include "integrate/integrate_fixture.hpp"

using namespace cchnn_test;

TEST_CASE("derivatives of a ball that falls and bounces are those of the closed form of its flights") {
    constexpr double g = 9.81, e = 0.8, height = 1, down = -1.5;
    const Compiled ball(R"({
      "name": "ball", "dimension": 1, "bodies": [{"id": "ball", "type": "Obj0D", "mass": 2}],
      "potentials": [{"type": "Gravity", "g": 9.81, "up": [1]}],
      "contacts": [{"type": "Contact", "shape": "plane", "on": "ball", "point": [0], "normal": [1], "restitution": 0.8}],
      "initial_conditions": {"states": [{"position": {"ball": [1]}, "velocity": {"ball": [-1.5]}}]}})");
    const TimeGrid times{0.05, 15};
    const InitialState start{{height}, {down}};
    const ImpactPath path = impact_path(ball.system, ball.graph.contacts(), start, times, default_protocol());
    REQUIRE(path.impacts.size() == 1);
    const double fallen = (down + std::sqrt(down * down + 2 * g * height)) / g, hit = down - g * fallen;
    CHECK(path.impacts[0].time == doctest::Approx(fallen).epsilon(1e-13));

    SensitivityTask task{0, &ball.system, {{&ball.system, &ball.system, 1.0}}, start};
    task.directions = {{{1.0}, {0.0}}, {{0.0}, {1.0}}};
    task.contacts = {0};
    task.impacts = &path;
    const Sensitivities found = sensitivities(ball.system, {task}, times).front();
    REQUIRE_FALSE(found.failed);
    for (int k = 0; k < times.samples; ++k) {
        const double t = times.time(k), s = t - fallen;
        // By x and v of the start and by e: the time of the impact, then the velocity after it.
        const double delay[3] = {-1 / hit, -fallen / hit, 0};
        const double up[3] = {-e * -g * delay[0], -e * (1 - g * delay[1]), -hit};
        const double before[3][2] = {{1, 0}, {t, 1}, {0, 0}};
        for (int j = 0; j < 3; ++j) {
            CAPTURE(t);
            CAPTURE(j);
            const Sensitivity& one = j < 2 ? found.start[j] : found.parameters[0];
            const double dx = s < 0 ? before[j][0] : up[j] * s - (-e * hit - g * s) * delay[j],
                         dv = s < 0 ? before[j][1] : up[j] + g * delay[j];
            CHECK(one.x[k] == doctest::Approx(dx).epsilon(1e-11));
            CHECK(one.v[k] == doctest::Approx(dv).epsilon(1e-11));
        }
    }
}

TEST_CASE("a path ends where a contact stays closed, or starts closed") {
    const Compiled ball(R"({
      "name": "ball", "dimension": 1, "bodies": [{"id": "ball", "type": "Obj0D", "mass": 2}],
      "potentials": [{"type": "Gravity", "up": [1]}],
      "contacts": [{"type": "Contact", "shape": "plane", "on": "ball", "point": [0], "normal": [1], "restitution": 0}],
      "initial_conditions": {"states": [{"position": {"ball": [1]}, "velocity": {"ball": [0]}}]}})");
    const auto samples = [&](double height) {
        return impact_path(ball.system, ball.graph.contacts(), {{height}, {0.0}}, {0.1, 11}, default_protocol())
            .samples;
    };
    CHECK(samples(1) == 5);  // it falls for 0.45 s
    CHECK(samples(0) == 1);
}
