#include "score/statistics/summary.hpp"

#include <doctest/doctest.h>

#include <limits>

using namespace cchnn;

namespace {

constexpr double inf = std::numeric_limits<double>::infinity();

}  // namespace

TEST_CASE("summary of a worked example") {
    const Summary s = summarize({8, 1, 2, 4, 16});
    CHECK(s.mean == 6.2);
    CHECK(s.geometric_mean == doctest::Approx(4).epsilon(1e-14));  // 2^(10/5); log and exp round
    CHECK(s.median == 4);
    CHECK(s.p05 == doctest::Approx(1.2).epsilon(1e-14));   // place 0.2 between 1 and 2
    CHECK(s.p95 == doctest::Approx(14.4).epsilon(1e-14));  // place 3.8 between 8 and 16
    CHECK(!s.mean_ci95);
}

TEST_CASE("summary of one trajectory is that trajectory") {
    const Summary s = summarize({0.25});
    CHECK(s.mean == 0.25);
    CHECK(s.median == 0.25);
    CHECK(s.p95 == 0.25);
}

TEST_CASE("a zero makes the geometric mean zero") { CHECK(summarize({0, 1, 2}).geometric_mean == 0); }

TEST_CASE("infinity never cancels and never becomes NaN") {
    const Summary s = summarize({0, 1, inf, inf});
    CHECK(s.mean == inf);
    CHECK(s.geometric_mean == inf);  // although log 0 = -inf is in the sum
    CHECK(s.median == inf);          // between 1 and infinity
    CHECK(s.p05 == doctest::Approx(0.15).epsilon(1e-14));
    CHECK(s.p95 == inf);
}
