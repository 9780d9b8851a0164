#include "score/statistics/summary.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <limits>
#include <utility>
#include <vector>

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

TEST_CASE(
    "the interval of a share of failures leaves 2.5 % beyond either end, and 17 % possible where none of 20 failed") {
    const auto errors = [](int failed, int count) {
        std::vector<double> made(static_cast<std::size_t>(count), 0.5);  // 0.5 itself has not failed
        for (int i = 0; i < failed; ++i) made[static_cast<std::size_t>(i)] = i == 0 ? inf : 0.51;
        return made;
    };
    // P(at most k of n) from the definition of the binomial distribution.
    const auto at_most = [](int k, int n, double p) {
        double sum = 0;
        for (int i = 0; i <= k; ++i)
            sum += std::exp(std::lgamma(n + 1) - std::lgamma(i + 1) - std::lgamma(n - i + 1) + i * std::log(p) +
                            (n - i) * std::log1p(-p));
        return sum;
    };
    for (const auto& [k, n] : {std::pair{0, 20}, {3, 20}, {1, 100}, {50, 100}, {19, 20}}) {
        const int failed = k, count = n;
        CAPTURE(failed);
        const FailedShare share = failed_share({errors(failed, count)});
        CHECK(share.failed == static_cast<std::uint64_t>(failed));
        CHECK(share.lowest == share.highest);
        // Quantiles of Boost are good to some digits of a double, sums of powers to 1e-12.
        CHECK(at_most(failed, count, share.ci95->high) == doctest::Approx(0.025).epsilon(1e-9));
        if (failed > 0) CHECK(1 - at_most(failed - 1, count, share.ci95->low) == doctest::Approx(0.025).epsilon(1e-9));
        else CHECK(share.ci95->low == 0);
    }
    CHECK(failed_text(failed_share({errors(20, 20)})) == "20 of 20 [83, 100] %");
    CHECK(failed_text(failed_share({errors(0, 20)})) == "0 of 20 [0, 17] %");
    const FailedShare method = failed_share({errors(1, 20), errors(3, 20), errors(2, 20)});
    CHECK(failed_text(method) == "5 to 15 %");
    CHECK(!method.ci95);
}
