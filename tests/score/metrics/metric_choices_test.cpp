#include "score/metrics/metric_choices.hpp"

#include <doctest/doctest.h>

#include <set>

#include "contains_text.hpp"
#include "core/version.hpp"

using namespace cchnn;
using cchnn_test::contains_text;

namespace {

std::string refusal(const MetricChoices& choices, int samples) {
    try {
        require_context(choices, samples, "test.h5");
    } catch (const UsageError& error) {
        return to_text(error.problems());
    }
    return "";
}

}  // namespace

TEST_CASE("the signature names every choice of the paper preset") {
    CHECK(signature(preset_choices("paper"), "chain_pendulum_3", "3f9a0123456789abcdef", "07c10123456789abcdef") ==
          std::string(
              "cchnn|err:sum|z:xv|floor:1e-16|t0:no|span:T|phi:rms|agg:geomean|ci:t,flips10000,seed0|error-floor:1e-06|"
              "sys:chain_pendulum_3|truth:3f9a01234567|bound:07c101234567|v:") +
              tool_version);
}

TEST_CASE("the published preset is the recipe of the published tables") {
    CHECK(contains_text(signature(preset_choices("published"), "s", "d", "b"),
                        "|err:sum|z:xv|floor:1e-08|t0:yes|span:Ndt|phi:stacked|agg:geomean|"));
}

TEST_CASE("changing any choice changes the signature") {
    std::set<std::string> seen;
    const auto see = [&](auto change) {
        MetricChoices choices;
        change(choices);
        CHECK(seen.insert(signature(choices, "s", "d", "b")).second);
    };
    see([](MetricChoices&) {});
    see([](MetricChoices& c) { c.norm = NormChoice::vector; });
    see([](MetricChoices& c) { c.state = StateChoice::xp; });
    see([](MetricChoices& c) { c.floor = 1.0000000000000002e-16; });
    see([](MetricChoices& c) { c.include_t0 = true; });
    see([](MetricChoices& c) { c.span = SpanChoice::samples_dt; });
    see([](MetricChoices& c) { c.constraint = ConstraintChoice::stacked; });
    see([](MetricChoices& c) { c.resamples = 0; });
    see([](MetricChoices& c) { c.resamples = 200; });
    see([](MetricChoices& c) { c.bootstrap_seed = 1; });
    see([](MetricChoices& c) { c.context = 20; });
    see([](MetricChoices& c) { c.context = 100; });
    see([](MetricChoices& c) {
        c.context = 20;
        c.context_view = "3f9a0123456789";
    });
}

TEST_CASE("choices out of range are all reported, with the flag and the value") {
    MetricChoices choices;
    choices.floor = 0.5;
    choices.resamples = 7;
    CHECK(to_text(choices.check()) ==
          "--floor: must be between 1e-300 and 0.01, got 0.5\n"
          "--bootstrap: must be 0 (no intervals) or 100 .. 10000000, got 7");
    for (const std::uint32_t ends : {0u, 100u, 10'000'000u}) {
        choices = {};
        choices.resamples = ends;
        CHECK(choices.check().empty());
        choices.resamples = ends == 10'000'000u ? ends + 1 : ends - 1;
        CHECK(choices.check().size() == 1);
    }
    CHECK(MetricChoices{}.check().empty());
    CHECK(preset_choices("published").check().empty());
}

TEST_CASE("a context is named by the signature, and leaves a sample to predict") {
    MetricChoices choices;
    CHECK_FALSE(contains_text(signature(choices, "s", "d", "b"), "context"));
    choices.context = 20;
    choices.until = 5;
    CHECK(contains_text(signature(choices, "s", "d", "b"), "|until:5|context:20|agg:"));
    // Samples 19 .. 24 of 100 are scored, the first of them given.
    CHECK(choices.scored_samples(100) == 6);
    CHECK(choices.last_given() == 19);
    CHECK(choices.scored_samples(21) == 2);
    CHECK(refusal(choices, 21) == "");
    CHECK(
        refusal(choices, 20) ==
        "--context: must be 1 .. 19 for test.h5, which has 20 samples, got 20; at least one sample is left to predict");
    choices.context = 0;
    CHECK(to_text(choices.check()) == "--context: must be 1 given sample or more, got 0");
    choices.context = 1;
    choices.nrmse_at = {0.4, -1};
    CHECK(to_text(choices.check()) == "--nrmse-at: must be a number > 0, got -1");
}

TEST_CASE("the last sample that counts is told as a step, or as a time: the last step that is not after it") {
    const auto until = [](const std::string& text, double dt) {
        MetricChoices choices;
        std::vector<Problem> problems;
        read_until(text, choices, problems);
        REQUIRE(problems.empty());
        return until_in_steps(choices, dt).until.value_or(-1);
    };
    CHECK(until("50", 0.03) == 50);
    CHECK(until("1.5s", 0.03) == 50);  // 1.5 / 0.03 = 50 in decimals
    CHECK(until("0.3s", 0.1) == 3);    // and 2.9999999999999996 in float64
    CHECK(until("1.49s", 0.03) == 49);
    CHECK(until("1e0s", 0.3) == 3);
    MetricChoices choices;
    choices.until_time = 0.02;
    CHECK_THROWS_WITH_AS(until_in_steps(choices, 0.03), "--until: must reach the first step, 0.03 s, got 0.02s",
                         UsageError);
    std::vector<Problem> problems;
    for (const char* text : {"", "s", "0", "-1s", "0s", "nans", "1.5", "1.5 s", "1.5ms", "5x"})
        read_until(text, choices, problems);
    CHECK(problems.size() == 10);
    CHECK(to_text({problems[6]}) == "--until: must be a step >= 1, such as 50, or a time, such as 1.5s, got '1.5'");
}

TEST_CASE("a mistyped preset is answered with the nearest name") {
    CHECK_THROWS_WITH_AS(preset_choices("publish"), "--preset: unknown preset 'publish', did you mean 'published'?",
                         UsageError);
}
