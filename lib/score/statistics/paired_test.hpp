#pragma once
// Is one model better than another? Both answer the same trajectories, so their errors are compared trajectory by
// trajectory: what makes one trajectory harder than another drops out. Over K systems with N_s trajectories each:
//
//   (1)  d_i = log a_i - log b_i, means over training seeds;  ratio = exp(mean over systems of mean d_i): below 1, a is
//        better. Logarithms, because errors of chaotic motion spread over decades.
//   (2)  V = sum over systems of (s_A^2/S_A + s_B^2/S_B + s_d^2/N_s) / K^2, the variance of log ratio, s_A of the means
//        of the seeds of A. A single training run and a reference rollout, which is not trained, have s = 0. Degrees of
//        freedom nu: 0.7 times Satterthwaite's, but not fewer than those of any part; with all of Satterthwaite's,
//        equal methods of 3 and 20 seeds differ in up to 8 % of experiments.
//
// The test of the mean, with the interval of the ratio exp(log ratio +- t(nu) sqrt(V)):
//   (3)  models   two single training runs: p = share of sign vectors with |sum s_i w_i d_i| >= |sum w_i d_i|,
//                 w_i = 1/N_s; sign-flip permutation test (Fisher 1935), exact where d_i and -d_i are equally likely.
//                 All 2^N sign vectors if they are no more than `flips`; else `flips` random ones and
//                 p = (1 + hits) / (1 + flips). Signs depend on (seed, number of the flip, N) alone. The result is
//                 about these two trained models.
//                 Over K > 1 systems, D = log ratio: the share of sign vectors with
//                 |mean over systems of mean over i of s_i r_i| >= |D|,  r_i = sqrt(N_s/(N_s - 1)) (d_i - mean d) + D
//                 Systems are these ones and not drawn: how they differ from each other is no scatter of D, as in (2).
//                 A system whose d_i are all the same adds none
//   (4)  methods  S_A, S_B >= 3 seeds: Student's t of log ratio / sqrt(V)
//
// The sign test replaces it on one system, where the differences are skewed or mixed with outlying failures:
//   (5)  |sum of m3 / (K^3 N_s^2)| / V^1.5 > 0.1   or   sum of (m4 - 3 m2^2) / (K^4 N_s^3) (sum N_s) / V^2 > 2
//        m2, m3, m4 the central moments of d_i: of one pair of runs, |skewness| / sqrt(N) > 0.1 or kurtosis > 5
//   (6)  models   p = P(as many trajectories won or more, on either side), each won with probability 1/2: exact
//   (7)  methods  z of (6) times sqrt(V_m / (V_m + V_seeds)), Student's t: the seeds widen it as they widen (2).
//                 V_m = sum of (pi/2) (1.4826 median |d - median d|)^2 / N_s / K^2, the variance of a median
//
// (6) and (7) test which model wins more trajectories, which is not always the one with the smaller geometric mean:
// `differs` requires both. tests/score/statistics/levels_test.cpp measures the level of each test. With one or two
// seeds on a side no test keeps its level (equal methods differ in 9 to 92 % of simulated experiments), so none is
// made. Methods on fewer than five trajectories are not tested either, because so few do not show whether they are
// skewed.

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "score/statistics/summary.hpp"

namespace cchnn {

// How many training seeds of each method a difference takes, by (10).
struct SeedsForPower {
    std::optional<std::uint32_t> seeds;  // none: no number of seeds is enough on so few trajectories
};

// What a comparison of two models a and b found. Tables of pairs, standings and gates show it.
struct PairedTest {
    double ratio = 1;                     // (1)
    std::optional<Interval> ratio_ci95;   // none of fewer than 5 trajectories, or without variance, flips or seeds
    std::optional<double> p_value;        // (3), (4), (6), (7); none without flips or enough seeds
    bool exact = false;                   // all sign vectors of (3) were looked at, or (6)
    std::uint64_t better = 0, worse = 0;  // trajectories with a < b, a > b
    enum class Of {
        models,         // (3), (6)
        methods,        // (4), (7)
        too_few_seeds,  // a side has one or two seeds and the other is not a single training run: ratio and counts alone
    } of = Of::models;
    enum class Test { mean, sign } test = Test::mean;   // which of them p_value is of
    std::optional<SeedsForPower> seeds_for_power = {};  // of methods
};

constexpr std::size_t fewest_seeds = 3;                // of a method
constexpr std::size_t fewest_paired_trajectories = 5;  // of methods, and of an interval
const char* name(PairedTest::Of of);
const char* name(PairedTest::Test test);

// Whether p <= 0.05 and, by a sign test, the model that wins more trajectories also has the smaller geometric mean.
bool differs(const PairedTest& test);

// How the sign-flip test (3) is made.
struct FlipChoices {
    std::uint32_t flips = 10000;  // 0: ratio and counts alone
    std::uint64_t seed = 0;
    int threads = 1;
};

// Logarithms of the errors of two models on one system.
struct PairOnSystem {
    std::vector<double> differences;                 // (N) d_i of (1)
    std::vector<double> seeds_a = {}, seeds_b = {};  // means over trajectories of each training seed that varies
    double rest_a = 0, rest_b = 0;  // variance of an error that neither its seed nor its trajectory explains
};
PairedTest compare_pair(const std::vector<PairOnSystem>& systems, PairedTest::Of of, const FlipChoices& choices);

// One system, from tables of errors > 0: one list of (N) for each training seed.
PairedTest compare_pair(const std::vector<std::vector<double>>& a, const std::vector<std::vector<double>>& b,
                        PairedTest::Of of, const FlipChoices& choices);

// The residual variance of a table (S, N) of logarithms, after the means of its rows and of its columns; 0 of one row.
double rest_variance(const std::vector<std::vector<double>>& logs);

// Holm's step-down correction (1979): with many pairs, some p-values are small by chance. In the order given.
std::vector<double> holm(const std::vector<double>& p_values);
// Each of those that do not count, such as those of copies, is corrected as one more than those that count, and changes
// none of them.
std::vector<double> holm(const std::vector<double>& p_values, const std::vector<bool>& counts);

// How many training seeds does a comparison of two methods need? From the variances that it measured:
//
//   (8)  V(S) = sum over systems of ((s_A^2 + s_B^2) / S + D(S) / N_s) / K^2   with S seeds of each method
//   (9)  D(S) = max(s_d^2 - r_A^2/S_A - r_B^2/S_B, 0) + (r_A^2 + r_B^2) / S, r^2 the variance of errors that neither
//        their seed nor their trajectory explains. More seeds average r^2 away, but not the differences in difficulty
//        that a trajectory has for the two methods.
//   (10) power = P(|T| > t(nu)), T noncentral with log 1.2 / sqrt(V(S)), nu as in (2)
//
// The smallest S from 3 to 1000 whose power is 80 % or more. The measured variances are themselves known from few seeds
// only: the number is an estimate. tests/score/statistics/power_test.cpp simulates it.
//
// The ratio of errors that the test should detect, and with what probability.
constexpr double ratio_to_see = 1.2, power_to_see_it = 0.8;

// Nothing where no method varies between its seeds.
std::optional<SeedsForPower> seeds_for_power(const std::vector<PairOnSystem>& systems);

}  // namespace cchnn
