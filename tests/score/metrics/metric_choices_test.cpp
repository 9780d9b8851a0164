#include "score/metrics/metric_choices.hpp"

#include <doctest/doctest.h>

#include <set>

#include "core/version.hpp"

using namespace cchnn;

TEST_CASE("the signature names every choice of the paper preset") {
    CHECK(signature(preset_choices("paper"), "chain_pendulum_3", "3f9a0123456789abcdef") ==
          std::string("cchnn|err:sum|z:xv|floor:1e-16|t0:no|span:T|phi:rms|agg:geomean|ci:t,flips10000,seed0|"
                      "sys:chain_pendulum_3|truth:3f9a01234567|v:") +
              tool_version);
}

TEST_CASE("the published preset is the recipe of the published tables") {
    CHECK(signature(preset_choices("published"), "s", "d")
              .find("|err:sum|z:xv|floor:1e-08|t0:yes|span:Ndt|phi:stacked|agg:geomean|") != std::string::npos);
}

TEST_CASE("changing any choice changes the signature") {
    std::set<std::string> seen;
    const auto see = [&](auto change) {
        MetricChoices choices;
        change(choices);
        CHECK(seen.insert(signature(choices, "s", "d")).second);
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
}

TEST_CASE("choices out of range are all reported, with the flag and the value") {
    MetricChoices choices;
    choices.floor = 0.5;
    choices.resamples = 7;
    CHECK(to_text(choices.check()) ==
          "--floor: must be between 1e-300 and 0.01, got 0.5\n"
          "--bootstrap: must be 0 (no intervals) or 100 .. 10000000, got 7");
    CHECK(MetricChoices{}.check().empty());
    CHECK(preset_choices("published").check().empty());
}

TEST_CASE("a mistyped preset is answered with the nearest name") {
    CHECK_THROWS_WITH_AS(preset_choices("publish"), "--preset: unknown preset 'publish', did you mean 'published'?",
                         UsageError);
}
