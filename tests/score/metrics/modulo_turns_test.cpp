#include "score/metrics/modulo_turns.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <numbers>

#include "integrate/integrate_fixture.hpp"
#include "score/metrics/kinetic_error.hpp"
#include "score/metrics/relative_error.hpp"

using namespace cchnn;

namespace {

constexpr double turn = 2 * std::numbers::pi;

// A length and an angle.
const cchnn_test::Compiled& polars() {
    static const cchnn_test::Compiled compiled(R"({"name": "polars", "lagrangian": {
        "coordinates": {"r": {}, "theta": {"angle": true}}, "kinetic": "rd^2 + thetad^2"},
        "initial_conditions": {"r": 1, "theta": 0}})");
    return compiled;
}

}  // namespace

TEST_CASE("angles of predictions count modulo turns, lengths do not, and many turns of the truth make no error small") {
    const ConstrainedSystem& system = polars().system;
    const std::vector<double> x{1, 40, 1, 41}, v{0, 1, 0, 1};  // two samples of (r, theta)
    const TrajectoryView truth{x.data(), v.data()};
    const auto err = [&](const std::vector<double>& predicted) {
        return error_curve(system, MetricChoices{}, 2, {predicted.data(), v.data()}, truth);
    };
    for (const int turns : {-7, -1, 1, 3})  // a rounding of 40 in units of the state, whose size is about 2
        for (const double e : err({1, 40 + turns * turn, 1, 41 + turns * turn})) CHECK(e < 1e-14);
    CHECK(err({1 + turn, 40, 1, 41})[0] > 0.5);
    // 40 is 40 - 6 turns = 2.3009 rad: (1, 2.3009, 0, 1) against (1, 2.3009 + 0.1, 0, 1).
    const double angle = 40 - 6 * turn, size = std::sqrt(2 + angle * angle),
                 other = std::sqrt(2 + (angle + 0.1) * (angle + 0.1));
    CHECK(err({1, 40.1, 1, 41})[0] == doctest::Approx(0.1 / (size + other)).epsilon(1e-12));
    const KineticSpread spread{&system, 1, 1, {0, 0}, {0, 0}, {1, 0}};
    const std::vector<double> around{1, 40 + turn, 1, 41 - 2 * turn};
    for (const double e : kinetic_error_curve(spread, 2, {around.data(), v.data()}, truth)) CHECK(e < 1e-14);
}

TEST_CASE("systems of bodies are compared as they are") {
    const cchnn_test::Compiled bodies("chain_pendulum_2");
    CHECK(bodies.system.angle_coordinates().empty());
    const std::vector<double> x(8, 9.0), v(8, 0.0);
    const ModuloTurns turns(bodies.system, 2, {x.data(), v.data()}, 4, {x.data(), v.data()});
    CHECK(turns.predicted().x == x.data());
    CHECK(turns.step() == 4);
}
