#include "score/metrics/distribution_distances.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <limits>
#include <random>

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

TEST_CASE("curves of any number of runs are sorted: the distance from their own order is 0") {
    std::mt19937_64 random(1);
    for (const std::size_t size : {1, 2, 3, 7, 8, 99, 100, 1000})
        for (const int levels : {1, 2, 5, 1000000}) {
            std::vector<double> curve(size);
            for (double& value : curve) value = static_cast<double>(random() % static_cast<unsigned>(levels)) - 2;
            std::vector<double> rising = curve, saw = curve;
            std::sort(rising.begin(), rising.end());
            for (std::size_t k = 0; k < size; ++k) saw[k] = rising[k % 2 == 0 ? k / 2 : size - 1 - k / 2];
            const std::vector<double> falling(rising.rbegin(), rising.rend());
            for (const std::vector<double>& order : {curve, rising, falling, saw})
                CHECK(wasserstein_distance(order, rising) == 0);
        }
}

TEST_CASE("values far apart, close together, or beyond the range of their difference are sorted as well") {
    for (const double far : {1e-300, 1e9, 1.7e308}) {
        std::vector<double> curve;
        for (int k = 0; k < 120; ++k) curve.push_back(std::sin(k));
        curve.push_back(far);
        curve.push_back(-far);
        std::vector<double> rising = curve;
        std::sort(rising.begin(), rising.end());
        CHECK(wasserstein_distance(curve, rising) == 0);
        double sum = 0;
        for (std::size_t k = 0; k < rising.size(); ++k) sum += std::abs(rising[k] - 0.25);
        CHECK(wasserstein_distance(curve, std::vector<double>(rising.size(), 0.25)) ==
              sum / static_cast<double>(rising.size()));
    }
}
