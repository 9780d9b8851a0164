#include "score/metrics/over_time.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <limits>

using namespace cchnn;

namespace {

constexpr double inf = std::numeric_limits<double>::infinity();
// exp and log of the standard library are right to one unit in the last place each.
constexpr double rounding = 1e-13;

}  // namespace

TEST_CASE("geometric mean of the paper leaves out t = 0 and divides by the time it integrates over") {
    // log10: -, -4, -2, -4 at dt = 0.5: trapezoids over 1.0 s give -3, -3: mean -3.
    const double mean = geometric_mean_over_time({0, 1e-4, 1e-2, 1e-4}, 0.5, preset_choices("paper"));
    CHECK(mean == doctest::Approx(1e-3).epsilon(1e-11));  // the floor adds 1e-12 to 1e-4
}

TEST_CASE("geometric mean of the published tables: floor 1e-8, t = 0 counted, 3 intervals divided by 4 dt") {
    // log10(Err + 1e-8): -8, -4, -2, -4; trapezoids: -6, -3, -3 = -12, over 4: -3.
    const double mean = geometric_mean_over_time({0, 1e-4, 1e-2, 1e-4}, 0.5, preset_choices("published"));
    // The floor itself moves 1e-4 by 1e-4 relative (weights 1 + 1/2 of 4) and 1e-2 by 1e-6.
    const double by_floor = (1.5 * std::log1p(1e-4) + std::log1p(1e-6)) / 4;
    CHECK(mean == doctest::Approx(1e-3 * std::exp(by_floor)).epsilon(rounding));
}

TEST_CASE("geometric mean of a perfect prediction is the floor") {
    MetricChoices choices;
    CHECK(geometric_mean_over_time({0, 0, 0, 0}, 0.1, choices) == doctest::Approx(choices.floor).epsilon(1e-13));
}

TEST_CASE("geometric mean does not depend on the unit of time") {
    const std::vector<double> h{0, 1e-5, 3e-4, 2e-2, 0.7};
    for (const char* preset : {"paper", "published"})
        CHECK(geometric_mean_over_time(h, 0.03, preset_choices(preset)) ==
              doctest::Approx(geometric_mean_over_time(h, 3.0, preset_choices(preset))).epsilon(rounding));
}

TEST_CASE("two samples leave one counted sample, which is the geometric mean") {
    CHECK(geometric_mean_over_time({0, 0.25}, 0.1, MetricChoices{}) == 0.25 + 1e-16);
}

TEST_CASE("means over time start at the first counted sample") {
    CHECK(mean_over_time({9, 1, 2, 3}, false) == 2);
    CHECK(mean_over_time({9, 1, 2, 4}, true) == 4);
    CHECK(root_mean_square_over_time({9, 1, 7}, false) == 5);
    CHECK(root_mean_square_over_time({1, 1, 7, 7}, true) == 5);
}

TEST_CASE("infinity in a curve stays infinity in every mean") {
    CHECK(geometric_mean_over_time({0, 0, inf, 0}, 0.1, MetricChoices{}) == inf);
    CHECK(mean_over_time({0, 1, inf}, false) == inf);
    CHECK(root_mean_square_over_time({0, 1, inf}, false) == inf);
}
