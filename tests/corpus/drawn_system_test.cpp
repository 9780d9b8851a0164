#include "corpus/drawn_system.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>

#include "core/errors.hpp"
#include "corpus/graph_id.hpp"
#include "integrate/trajectory_source.hpp"
#include "lyapunov/lyapunov.hpp"
#include "model/compiled_system.hpp"
#include "spec/read_system.hpp"

using namespace cchnn;

namespace {

const CompiledSystem oscillator(parse_system(R"({"name": "o", "dimension": 2,
    "bodies": [{"id": "wall", "type": "Origin"}, {"id": "b", "type": "Obj0D", "mass": 0.25}],
    "potentials": [{"type": "Spring", "between": ["wall", "b"], "stiffness": 9}],
    "initial_conditions": {"state": {"position": {"b": [2, 0]}, "velocity": {"b": [0, 1]}}}})",
                                             "o"));

InitialState start(const CompiledSystem& compiled) {
    SampleKey key{0, Split::train, 0, 0};
    return compiled.sampler.draw(key);
}

}  // namespace

TEST_CASE("the rate of an oscillator is its angular frequency, its acceleration at rest that of its spring") {
    CHECK(highest_rate(oscillator.system, start(oscillator)) == doctest::Approx(6).epsilon(1e-6));  // sqrt(9/0.25)
    CHECK(acceleration_at_rest(oscillator.system, start(oscillator)) == doctest::Approx(72));       // 9 . 2/0.25
}

TEST_CASE("the rate of a hanging rod is that of a physical pendulum, and constraints add none") {
    const CompiledSystem rod(parse_system(R"({"name": "r", "dimension": 2,
        "bodies": [{"id": "pin", "type": "Origin"}, {"id": "rod", "type": "Obj1D", "mass": 3, "second_moments": ["1/12"]}],
        "constraints": [{"type": "Joint", "between": ["pin", {"body": "rod", "point": [-0.5]}]}],
        "potentials": [{"type": "Gravity", "g": 9.81}],
        "initial_conditions": {"bodies": {"rod": {"from": "pin", "angle": 0}}}})",
                                          "r"));
    CHECK(highest_rate(rod.system, start(rod)) == doctest::Approx(std::sqrt(1.5 * 9.81)).epsilon(1e-5));
}

TEST_CASE("a body that slides down a rail without end is drawn again, unless the recipe allows free fall") {
    const std::string recipe = R"({"format": "cchnn recipe", "format_version": 1, "name": "slide", "title": "Slide",
        "dimension": {"2": 1}, "count": [1, 1], "bodies": {"Obj0D": 1}, "attach": {"Slider": 1}, "trajectories": 1,
        "samples": 40, "samples_per_period": [2, 2], "forces": {"Gravity": 1, "Damping": 1})";
    CHECK_THROWS_WITH_AS(drawn_system(parse_recipe(recipe + "}", "r"), 0, 0),
                         doctest::Contains("times: moves away without end"), NumericalError);
    const DrawnSystem drawn = drawn_system(parse_recipe(recipe + R"(, "free_fall": true})", "r"), 0, 0);
    CHECK(drawn.attempt == 0);
    CHECK(std::hypot(drawn.batch.x[78] - drawn.batch.x[0], drawn.batch.x[79] - drawn.batch.x[1]) > 100);
    for (const double one : drawn_system(load_recipe("default"), 0, 658).batch.x) CHECK(std::abs(one) < 1e4);  // 1e26 m
}

TEST_CASE("a label of Lyapunov exponents is the estimate of the system's file, and nothing else changes") {
    const Recipe recipe = load_recipe("pendulums"), labelled = with_lyapunov(recipe, 2);
    CHECK(labelled.lyapunov == 2);
    CHECK_THROWS_WITH_AS(with_lyapunov(recipe, 0), "--lyapunov: must be 1 to 1000 trajectories, got 0", UsageError);
    const DrawnSystem plain = drawn_system(recipe, 0, 1), drawn = drawn_system(labelled, 0, 1);
    CHECK_FALSE(plain.labels.lyapunov);
    REQUIRE(drawn.labels.lyapunov);
    CHECK(drawn.json == plain.json);
    CHECK(drawn.batch.x == plain.batch.x);
    const CompiledSystem compiled(parse_system(drawn.json, "drawn"));
    LyapunovOptions options;
    options.time = 20 * drawn.times.dt * (drawn.times.samples - 1);
    options.trajectories = 2;
    const MeanInterval expected = lyapunov(compiled.system, compiled.sampler, drawn.times, options).largest();
    CHECK(drawn.labels.lyapunov->mean == expected.mean);
    CHECK(drawn.labels.lyapunov->low == expected.low);
    CHECK(drawn.labels.lyapunov->high == expected.high);
    CHECK(expected.low < expected.high);
}

TEST_CASE("system k follows from seed and k alone, and is what generate makes of its file") {
    const Recipe recipe = load_recipe("default");
    for (const std::uint64_t k : {3u, 12u}) {
        const DrawnSystem drawn = drawn_system(recipe, 7, k), again = drawn_system(recipe, 7, k);
        CHECK(drawn.json == again.json);
        CHECK(drawn.batch.x == again.batch.x);
        CHECK(drawn_system(recipe, 8, k).json != drawn.json);
        const CompiledSystem compiled(parse_system(drawn.json, "drawn"));
        CHECK(compiled.spec.sampling.dt == drawn.times.dt);
        const Protocol protocol = default_protocol();
        const ErrorBoundRule bound(protocol);
        const DrawnBatch made = drawn_trajectories(compiled.system, compiled.sampler, 7, Split::train, 0,
                                                   recipe.trajectories, drawn.times, protocol, true, &bound);
        CHECK(made.batch.x == drawn.batch.x);
        CHECK(made.batch.error_bound == drawn.batch.error_bound);
        CHECK(compiled.system.degrees_of_freedom() == drawn.labels.freedom);
        CHECK(drawn.graph == graph_id(drawn.json));
    }
}

TEST_CASE("samples resolve the fastest motion of a drawn system as its recipe says") {
    Recipe recipe = load_recipe("springs");
    recipe.samples_per_period = {20, 20};
    for (std::uint64_t k = 0; k < 5; ++k) {
        const DrawnSystem drawn = drawn_system(recipe, 0, k);
        const double period = 2 * 3.141592653589793 / drawn.labels.rate;
        CHECK(period / drawn.times.dt == doctest::Approx(20).epsilon(1e-5));  // dt has six digits
        CHECK(drawn.labels.kinds.contains("Spring"));
    }
}

TEST_CASE("a recipe that gives no system ends with the reasons, counted") {
    Recipe recipe = load_recipe("springs");
    recipe.attach = {{"none", 1}};
    recipe.forces = {};
    recipe.fewest_bodies = recipe.most_bodies = 1;
    CHECK_THROWS_WITH_AS(drawn_system(recipe, 0, 0), doctest::Contains("1000 times: has no time scale"),
                         NumericalError);
}

TEST_CASE(
    "a trajectory of a corpus is refined within the budget, to the bits of a larger one, or its system drawn again") {
    Recipe recipe = load_recipe("pendulums");
    recipe.fewest_bodies = recipe.most_bodies = 3;
    recipe.energy = {3, 3};
    recipe.trajectories = 2;
    recipe.samples = 40;
    recipe.samples_per_period = {2, 2};
    std::uint64_t refined = 0, drawn_again = 0;
    for (std::uint64_t k = 0; k < 12; ++k) {
        recipe.most_evaluations = 100'000;
        const DrawnSystem drawn = drawn_system(recipe, 0, k);
        for (const double bound : drawn.batch.error_bound) CHECK(bound <= 1e-9);
        const auto is_refined = [](const Outcome& outcome) { return outcome.refined; };
        if (std::none_of(drawn.batch.outcomes.begin(), drawn.batch.outcomes.end(), is_refined)) continue;
        ++refined;
        const CompiledSystem compiled(parse_system(drawn.json, "drawn"));
        const Protocol protocol = default_protocol();
        const ErrorBoundRule bound(protocol);
        const DrawnBatch made = drawn_trajectories(compiled.system, compiled.sampler, 0, Split::train, 0, 2,
                                                   drawn.times, protocol, true, &bound);
        CHECK(made.batch.x == drawn.batch.x);
        CHECK(made.batch.error_bound == drawn.batch.error_bound);
        recipe.most_evaluations = 20'000;
        const DrawnSystem poorer = drawn_system(recipe, 0, k);
        for (const auto& [reason, attempts] : poorer.redrawn)
            if (reason == "a trajectory cannot be refined within the budget") drawn_again += attempts;
        if (poorer.attempt == drawn.attempt) CHECK(poorer.batch.x == drawn.batch.x);
    }
    CHECK(refined > 0);
    CHECK(drawn_again > 0);
}
