#include "score/statistics/paired_test.hpp"

#include <doctest/doctest.h>

#include <cmath>

#include "sample/random_stream.hpp"
#include "score/statistics/intervals.hpp"

using namespace cchnn;

TEST_CASE("three trajectories by hand: ratio, counts and all eight sign vectors") {
    // log ratios -log 2, -log 4, -log 8 = -(1, 2, 3) log 2: only all signs as they are, or all flipped, reach 6 log 2.
    const PairedTest test = compare_paired({1, 1, 1}, {2, 4, 8}, 1000, 0, 1);
    CHECK(test.ratio == doctest::Approx(0.25).epsilon(1e-15));
    CHECK(test.better == 3);
    CHECK(test.worse == 0);
    CHECK(test.exact);
    CHECK(*test.p_value == 0.25);
    // (1, 2, -3): the sum is 0, every sign vector reaches it.
    CHECK(*compare_paired({1, 1, 8}, {2, 4, 1}, 1000, 0, 1).p_value == 1);
    // (1, 1, -1): sums are 1, 3 and their negatives.
    CHECK(*compare_paired({1, 1, 2}, {2, 2, 1}, 1000, 0, 1).p_value == 1);
    CHECK(!compare_paired({1, 1, 2}, {2, 2, 1}, 0, 0, 1).p_value);
}

TEST_CASE("random flips agree with all of them, and do not depend on threads") {
    RandomStream stream(3, 1, 4, 1);
    std::vector<double> a, b;
    for (int i = 0; i < 14; ++i) {
        a.push_back(std::exp(stream.normal()));
        b.push_back(a.back() * std::exp(0.4 + stream.normal()));
    }
    const PairedTest all = compare_paired(a, b, 1 << 14, 0, 2), some = compare_paired(a, b, 10000, 0, 1);
    CHECK(all.exact);
    CHECK(!some.exact);
    // Binomial scatter: sqrt(p (1 - p) / 10000) <= 0.005; 4 sigma.
    CHECK(std::abs(*all.p_value - *some.p_value) < 0.02);
    CHECK(*compare_paired(a, b, 10000, 0, 3).p_value == *some.p_value);
    CHECK(compare_paired(a, b, 10000, 0, 3).ratio_ci95->low == some.ratio_ci95->low);
}

TEST_CASE("of two models that are equally good, p is below 0.05 in about one of twenty trials") {
    int below = 0;
    for (std::uint32_t trial = 0; trial < 400; ++trial) {
        RandomStream stream(7, trial, 0, 0);
        std::vector<double> a, b;
        for (int i = 0; i < 10; ++i) {
            a.push_back(std::exp(stream.normal()));
            b.push_back(std::exp(stream.normal()));
        }
        below += *compare_paired(a, b, 1024, 0, 1).p_value <= 0.05;
    }
    // Binomial(400, 0.05): mean 20, sigma 4.4; 4 sigma on each side.
    CHECK(below > 2);
    CHECK(below < 38);
}

TEST_CASE("Holm's correction, by hand") {
    // Sorted 0.01, 0.02, 0.03 times 3, 2, 1: 0.03, 0.04, then never below the one before.
    CHECK(holm({0.02, 0.01, 0.03}) == std::vector<double>{0.04, 0.03, 0.04});
    CHECK(holm({0.9, 0.8}) == std::vector<double>{1, 1});
    CHECK(holm({}).empty());
}

TEST_CASE(
    "random sign vectors are 64 bits a word of the stream that is named after the flips, p is (1 + hits) / (1 + "
    "flips)") {
    std::vector<double> a, b;
    double seen = 0;
    std::vector<double> d;
    for (int i = 0; i < 70; ++i) {
        a.push_back(std::exp(0.1 * ((i * 37) % 11 - 5)));
        b.push_back(1.1);
        d.push_back(std::log(a.back()) - std::log(b.back()));
        seen += d.back();
    }
    int hits = 0;
    for (std::uint32_t f = 0; f < 200; ++f) {
        RandomStream stream(4, 0x666c6970, f, 0);  // "flip"
        double sum = 0;
        std::uint64_t word = 0;
        for (std::size_t i = 0; i < d.size(); ++i) {
            if (i % 64 == 0) word = stream.bits();
            sum += (word >> i % 64) % 2 == 1 ? -d[i] : d[i];
        }
        hits += std::abs(sum) >= std::abs(seen) * (1 - 1e-12);
    }
    const PairedTest test = compare_paired(a, b, 200, 4, 1);
    CHECK(hits > 0);
    CHECK(hits < 200);
    CHECK(*test.p_value == (1.0 + hits) / 201);
    CHECK(!test.exact);
}

TEST_CASE("the interval of a ratio is that of the geometric mean of ratios") {
    const std::vector<double> a{1, 2, 3, 4, 5}, b{2, 2, 1, 8, 6};
    std::vector<double> ratios;
    for (std::size_t i = 0; i < a.size(); ++i) ratios.push_back(std::exp(std::log(a[i]) - std::log(b[i])));
    const Interval expected = *geometric_mean_interval(ratios);
    const PairedTest test = compare_paired(a, b, 300, 6, 1);
    CHECK(test.ratio_ci95->low == doctest::Approx(expected.low).epsilon(1e-14));
    CHECK(test.ratio_ci95->high == doctest::Approx(expected.high).epsilon(1e-14));
    CHECK(test.better == 3);
    CHECK(test.worse == 1);
    CHECK(!compare_paired({1, 2, 3, 4}, {2, 2, 1, 8}, 300, 6, 1).ratio_ci95);  // fewer than five
}

TEST_CASE("two methods of two seeds on two trajectories, by hand") {
    // Logs of A: (0, 1), (2, 3); of B: (1, 1), (2, 6). Means of seeds: A 0.5, 2.5, B 1, 4; of trajectories: A 1, 2, B
    // 1.5, 3.5.
    const auto e = [](double log) { return std::exp(log); };
    const PairedTest test = compare_methods({{e(0), e(1)}, {e(2), e(3)}}, {{e(1), e(1)}, {e(2), e(6)}});
    // d = -0.5, -1.5: mean -1. Variances of means: A 2/2 = 1, B 4.5/2 = 2.25, d 0.5/2 = 0.25; together 3.5, each of one
    // degree: 12.25 / (1 + 5.0625 + 0.0625) = 2.
    CHECK(test.of == PairedTest::Of::methods);
    CHECK(test.ratio == doctest::Approx(std::exp(-1)).epsilon(1e-14));
    // t = 1 / sqrt(3.5); with two degrees P(|T| >= t) = 1 - t / sqrt(2 + t^2).
    const double t = 1 / std::sqrt(3.5);
    CHECK(*test.p_value == doctest::Approx(1 - t / std::sqrt(2 + t * t)).epsilon(1e-12));
    CHECK(test.ratio_ci95->high == doctest::Approx(std::exp(-1 + 4.302652729911275 * std::sqrt(3.5))).epsilon(1e-8));
    CHECK(test.better == 2);
}
