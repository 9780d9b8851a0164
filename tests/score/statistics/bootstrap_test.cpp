#include "score/statistics/bootstrap.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <limits>

#include "sample/random_stream.hpp"

using namespace cchnn;

namespace {

std::vector<double> log_normal(std::size_t count) {
    RandomStream stream(1, 2, 3, 4);
    std::vector<double> values;
    for (std::size_t i = 0; i < count; ++i) values.push_back(std::exp(stream.normal()));
    return values;
}

}  // namespace

TEST_CASE("bootstrap interval of a mean agrees with the normal approximation") {
    const std::vector<double> values = log_normal(400);
    double sum = 0, squares = 0;
    for (double value : values) sum += std::log(value);
    const double mean = sum / 400;
    for (double value : values) squares += (std::log(value) - mean) * (std::log(value) - mean);
    const double half_width = 1.96 * std::sqrt(squares / 400 / 400);
    const Interval ci = bootstrap_means(values, 1, 10000, 0, 1).geometric_mean.front();
    // Logarithms are normal. A quantile of 10000 resamples scatters by about 2 % of the half width; 8 % is 4 sigma.
    CHECK(std::log(ci.low) == doctest::Approx(mean - half_width).epsilon(0.08 * half_width));
    CHECK(std::log(ci.high) == doctest::Approx(mean + half_width).epsilon(0.08 * half_width));
}

TEST_CASE("bootstrap gives the same digits on any number of threads") {
    const std::vector<double> values = log_normal(60);  // 20 trajectories, 3 metrics
    const MeanIntervals one = bootstrap_means(values, 3, 1000, 5, 1), four = bootstrap_means(values, 3, 1000, 5, 4);
    for (std::size_t c = 0; c < 3; ++c) {
        CHECK(one.mean[c].low == four.mean[c].low);
        CHECK(one.mean[c].high == four.mean[c].high);
        CHECK(one.geometric_mean[c].low == four.geometric_mean[c].low);
    }
}

TEST_CASE("bootstrap depends on its seed") {
    const std::vector<double> values = log_normal(50);
    CHECK(bootstrap_means(values, 1, 200, 0, 1).mean[0].low != bootstrap_means(values, 1, 200, 1, 1).mean[0].low);
}

TEST_CASE("bootstrap of equal values has no width, and of infinities is infinite") {
    constexpr double inf = std::numeric_limits<double>::infinity();
    const Interval same = bootstrap_means({2, 2, 2}, 1, 100, 0, 1).mean[0];
    CHECK(same.low == 2);
    CHECK(same.high == 2);
    const Interval infinite = bootstrap_means({inf, inf, inf}, 1, 100, 0, 1).mean[0];
    CHECK(infinite.low == inf);
    CHECK(infinite.high == inf);
}

TEST_CASE("every interval is that of the same resamples, drawn from the stream that is named after the bootstrap") {
    constexpr std::size_t count = 7, resamples = 40;
    const std::vector<double> values = log_normal(2 * count);  // two metrics
    std::vector<std::vector<double>> means(2);
    for (std::uint32_t b = 0; b < resamples; ++b) {
        RandomStream stream(5, 0x626f6f74, b, 0);  // "boot"
        std::vector<double> sums(2);
        for (std::size_t i = 0; i < count; ++i) {
            const std::size_t draw = static_cast<std::size_t>(stream.below(count));
            for (std::size_t c = 0; c < 2; ++c) sums[c] += values[2 * draw + c];
        }
        for (std::size_t c = 0; c < 2; ++c) means[c].push_back(sums[c] / count);
    }
    const MeanIntervals found = bootstrap_means(values, 2, resamples, 5, 1);
    for (std::size_t c = 0; c < 2; ++c) {
        const Interval expected = central_95(means[c]);  // sums in the same order: the same digits
        CHECK(found.mean[c].low == expected.low);
        CHECK(found.mean[c].high == expected.high);
    }
    // As the paired intervals and standings draw them, so that models are compared on the same trajectories.
    RandomStream third(5, 0x626f6f74, 3, 0);
    for (const std::size_t draw : drawn_trajectories(count, 5, 3, 0)) CHECK(draw == third.below(count));
}

TEST_CASE("the central 95 % of 1001 numbers in any order leave 25 on each side") {
    std::vector<double> values;
    for (int i = 0; i < 1001; ++i) values.push_back((i * 607) % 1001);  // 607 and 1001 have no common factor
    const Interval interval = central_95(values);
    CHECK(interval.low == doctest::Approx(25).epsilon(1e-14));
    CHECK(interval.high == doctest::Approx(975).epsilon(1e-14));
}

TEST_CASE("a resample of two levels draws seeds and, apart from them, the same trajectories for all of them") {
    constexpr std::size_t count = 5, resamples = 40;
    const std::vector<double> a = log_normal(count), b{3, 1, 4, 1, 5};
    std::vector<double> means, geometric_means;
    for (std::uint32_t r = 0; r < resamples; ++r) {
        RandomStream trajectories(9, 0x626f6f74, r, 0), seeds(9, 0x73656564, r, 0);  // "boot", "seed"
        std::vector<std::size_t> draws;
        for (std::size_t i = 0; i < count; ++i) draws.push_back(trajectories.below(count));
        double sum = 0, logs = 0;
        for (int s = 0; s < 2; ++s) {
            const std::vector<double>& values = seeds.below(2) == 0 ? a : b;
            for (const std::size_t draw : draws) sum += values[draw], logs += std::log(values[draw]);
        }
        means.push_back(sum / (2 * count));
        geometric_means.push_back(std::exp(logs / (2 * count)));
    }
    const MeanIntervals found = bootstrap_seed_means({&a, &b}, 1, resamples, 9, 1);
    const Interval mean = central_95(means), geometric = central_95(geometric_means);  // the same sums, digit by digit
    CHECK(found.mean[0].low == mean.low);
    CHECK(found.mean[0].high == mean.high);
    CHECK(found.geometric_mean[0].low == geometric.low);
    CHECK(found.geometric_mean[0].high == geometric.high);
    RandomStream third(9, 0x73656564, 3, 1);
    for (const std::size_t draw : drawn_seeds(4, 9, 3, 1)) CHECK(draw == third.below(4));
}
