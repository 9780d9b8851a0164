#include "score/metrics/wasserstein.hpp"

#include <doctest/doctest.h>

#include <limits>

using namespace cchnn;

TEST_CASE("the Wasserstein distance is what has to be carried how far, whenever the numbers occurred") {
    CHECK(wasserstein_distance({1, 2, 4}, {4, 1, 2}) == 0);
    CHECK(wasserstein_distance({1, 2, 4}, {4.5, 1.5, 2.5}) == 0.5);
    CHECK(wasserstein_distance({0, 0, 3, 3}, {0, 3, 3, 3}) == 0.75);  // one of four by 3
    CHECK(wasserstein_distance({-1, 1}, {0, 0}) == 1);
    CHECK(wasserstein_distance({-2}, {5}) == 7);
}

TEST_CASE("the Wasserstein distance to what is not finite is infinite") {
    constexpr double inf = std::numeric_limits<double>::infinity();
    for (const double bad : {inf, -inf, std::numeric_limits<double>::quiet_NaN()}) {
        CHECK(wasserstein_distance({1, bad}, {1, 2}) == inf);
        CHECK(wasserstein_distance({1, 2}, {bad, 2}) == inf);
    }
}
