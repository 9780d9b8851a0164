#include "score/statistics/paired_test.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>

#include "sample/random_stream.hpp"
#include "score/statistics/intervals.hpp"

using namespace cchnn;

namespace {

PairedTest compare_paired(const std::vector<double>& a, const std::vector<double>& b, std::uint32_t flips,
                          std::uint64_t seed, int threads) {
    return compare_pair({a}, {b}, PairedTest::Of::models, {flips, seed, threads});
}

PairedTest compare_methods(const std::vector<std::vector<double>>& a, const std::vector<std::vector<double>>& b) {
    return compare_pair(a, b, PairedTest::Of::methods, {});
}

double e(double log) { return std::exp(log); }

}  // namespace

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

TEST_CASE("two methods of two seeds on five trajectories, by hand") {
    // Logs of A: 0 0 0 0 0 and 2 2 2 2 2; of B: 1 .. 5 and 2 .. 6. Means of seeds: A 0, 2, B 3, 4; of trajectories: A
    // 1, B
    // 1.5 .. 5.5; d = -0.5 .. -4.5.
    const PairedTest test = compare_methods({{1, 1, 1, 1, 1}, {e(2), e(2), e(2), e(2), e(2)}},
                                            {{e(1), e(2), e(3), e(4), e(5)}, {e(2), e(3), e(4), e(5), e(6)}});
    // Mean -2.5. Variances of means: A 2/2 = 1, B 0.5/2 = 0.25, d 2.5/5 = 0.5; together 1.75, of 1, 1 and 4 degrees:
    // 3.0625 / (1 + 0.0625 + 0.0625) = 2.7222, of which 0.7.
    CHECK(test.of == PairedTest::Of::methods);
    CHECK(test.test == PairedTest::Test::mean);
    CHECK(test.ratio == doctest::Approx(std::exp(-2.5)).epsilon(1e-14));
    const double dof = 0.7 * 3.0625 / 1.125, t = 2.5 / std::sqrt(1.75);
    CHECK(*test.p_value == doctest::Approx(student_t_p_value(t, dof)).epsilon(1e-12));
    CHECK(test.ratio_ci95->high ==
          doctest::Approx(std::exp(-2.5 + student_t_95(dof) * std::sqrt(1.75))).epsilon(1e-12));
    CHECK(test.better == 5);
    // On four trajectories nothing is said.
    CHECK(!compare_methods({{1, 1, 1, 1}, {2, 2, 2, 2}}, {{1, 2, 3, 4}, {2, 3, 4, 6}}).p_value);
}

TEST_CASE("degrees of freedom are those of the only part that varies, never fewer than those of any part") {
    CHECK(cautious_sum(0, {{0, 2, 7}}).dof == doctest::Approx(7).epsilon(1e-14));
    CHECK(cautious_sum(0, {{0, 1, 10}, {0, 1, 10}}).dof == doctest::Approx(14).epsilon(1e-14));
    CHECK(cautious_sum(0, {{0, 1, 2}, {0, 0.01, 99}}).dof == 2);  // 0.7 times 2.04
}

TEST_CASE(
    "one failure among twelve trajectories: the sign test stands in place of the test of the mean, and is exact") {
    std::vector<double> a(12, 0.1), b;
    for (int i = 0; i < 12; ++i) b.push_back(0.1 * e(0.2 + 0.01 * i));
    const PairedTest plain = compare_paired(a, b, 5000, 0, 1);
    CHECK(plain.test == PairedTest::Test::mean);
    CHECK(differs(plain));
    a[3] = 0.9;  // A fails once and is better on the other eleven
    const PairedTest failed = compare_paired(a, b, 5000, 0, 1);
    CHECK(failed.test == PairedTest::Test::sign);
    CHECK(failed.exact);
    CHECK(*failed.p_value == doctest::Approx(2 * 13.0 / 4096).epsilon(1e-12));  // 12 or 11 of 12, on either side
    CHECK(differs(failed));
    a[3] = e(20);  // so badly that its geometric mean is the larger one: no verdict from trajectories won alone
    const PairedTest worse = compare_paired(a, b, 5000, 0, 1);
    CHECK(*worse.p_value == *failed.p_value);
    CHECK(worse.ratio > 1);
    CHECK(!differs(worse));
}

TEST_CASE("a sign test leaves ties out, and says nothing where as many are won as lost") {
    std::vector<double> a, b;
    for (int i = 0; i < 9; ++i) {
        a.push_back(1);
        b.push_back(i < 3 ? 1 : i == 3 ? e(9) : 1.1);
    }
    const PairedTest test = compare_paired(a, b, 5000, 0, 1);
    CHECK(test.test == PairedTest::Test::sign);
    CHECK(test.better + test.worse == 6);
    CHECK(*test.p_value == doctest::Approx(2.0 / 64).epsilon(1e-12));
    CHECK(*compare_paired({1, 1, 1, 1, 1, 1}, {e(9), e(-.1), e(-.2), 1, 1, e(.1)}, 5000, 0, 1).p_value == 1);
}

TEST_CASE("seeds widen the sign test of methods as they widen the variance of the mean") {
    std::vector<std::vector<double>> a(3), b(3);
    for (int i = 0; i < 20; ++i)
        for (int s = 0; s < 3; ++s) {
            a[s].push_back(e(0.1 * (s - 1) + (i == 7 ? 6 : 0)));
            b[s].push_back(e(0.1 * (s - 1) + 0.5 + 0.02 * i));
        }
    const PairedTest test = compare_methods(a, b);
    CHECK(test.test == PairedTest::Test::sign);
    CHECK(!test.exact);
    // By hand: p of 19 of 20 is 42 / 2^20; seeds have variance 0.01 / 3 each, 2 degrees; d is -0.5 - 0.02 i but for the
    // outlier, its median -0.7 or so.
    std::vector<double> d;
    for (int i = 0; i < 20; ++i) d.push_back(-0.5 - 0.02 * i + (i == 7 ? 6 : 0));
    std::sort(d.begin(), d.end());
    const double median = (d[9] + d[10]) / 2;
    for (double& one : d) one = std::abs(one - median);
    std::sort(d.begin(), d.end());
    const double deviation = 1.4826 * (d[9] + d[10]) / 2, of_median = std::acos(-1.0) / 2 * deviation * deviation / 20;
    const double of_seed = 0.01 / 3, all = 2 * of_seed + of_median;
    const double dof = 0.7 * all * all / (2 * of_seed * of_seed / 2 + of_median * of_median / 19);
    const double z = normal_two_sided_quantile(42.0 / 1048576);
    CHECK(*test.p_value ==
          doctest::Approx(student_t_p_value(z * std::sqrt(of_median / all), std::max(dof, 2.0))).epsilon(1e-9));
    CHECK(*test.p_value > 42.0 / 1048576);
    // Without seeds it is the exact one.
    for (auto& seed : a) seed = a[0];
    for (auto& seed : b) seed = b[0];
    CHECK(*compare_methods(a, b).p_value == doctest::Approx(42.0 / 1048576).epsilon(1e-12));
}

TEST_CASE("two systems weigh the same, whatever the number of their trajectories") {
    const PairOnSystem one{{1, 1, 1, 1, 2}}, two{{-1, -1, -1, -1, -1, -1, -1, -1, -1, -2}};
    const PairedTest test = compare_pair({one, two}, PairedTest::Of::models, {});
    CHECK(test.ratio == doctest::Approx(e((1.2 - 1.1) / 2)).epsilon(1e-14));
    CHECK(test.better == 10);
    CHECK(test.worse == 5);
}

TEST_CASE("what neither seeds nor trajectories explain is their interaction") {
    // Rows 1, 2 and columns 0, 3 add up, but for +-1: sum of squares 4, one degree of freedom.
    CHECK(rest_variance({{1 + 0 + 1, 1 + 3 - 1}, {2 + 0 - 1, 2 + 3 + 1}}) == doctest::Approx(4).epsilon(1e-14));
    CHECK(rest_variance({{1, 2, 3}}) == 0);
}
