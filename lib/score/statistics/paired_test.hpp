#pragma once
// Is one model better than another? Both answer the same trajectories, so their errors are compared trajectory by
// trajectory: what makes one trajectory harder than another drops out.
//
// Two models, trained once each:
//   (1)  d_i = log a_i - log b_i,  ratio = exp(mean d_i): below 1, a is better; interval of intervals.hpp (1)
//   (2)  p = share of sign vectors s with |sum s_i d_i| >= |sum d_i|
//
// (2) is the sign-flip permutation test (Fisher 1935): if a and b are equally good, d_i and -d_i are equally likely. It
// needs no normal distribution and keeps its level for few trajectories. Logarithms, because errors of chaotic motion
// spread over decades and an arithmetic mean would be that of the worst one. All 2^N sign vectors when they are no more
// than `flips`; else `flips` random ones, p = (1 + hits) / (1 + flips), so that p is never 0. Signs depend on
// (seed, number of the flip, N) alone, on any number of threads. It speaks of these two trained models and of no other
// training of them.
//
// Two methods, trained with S_A >= 3 and S_B >= 3 seeds:
//   (3)  d_i = mean over seeds of log a_i - the same of b,  Student's t of mean d with variance
//        s_A^2/S_A + s_B^2/S_B + s_d^2/N,  s_A of the means of the seeds of A,  Satterthwaite's degrees of freedom
// Seeds and trajectories both vary. A reference rollout was not trained: there is one list of it, and no s. Conditional
// on its seeds, a test of equal methods finds a difference in most experiments, and with one or two seeds on a side no
// test keeps its level (equal methods differ in 9 to 92 % of simulated experiments), so none is made.

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "score/statistics/summary.hpp"

namespace cchnn {

struct PairedTest {
    double ratio = 1;                     // (1), (3)
    std::optional<Interval> ratio_ci95;   // none of fewer than 5 trajectories, or without a difference
    std::optional<double> p_value;        // (2), (3); none without flips
    bool exact = false;                   // all sign vectors were looked at
    std::uint64_t better = 0, worse = 0;  // trajectories with a < b, a > b
    enum class Of {
        models,         // (1), (2)
        methods,        // (3)
        too_few_seeds,  // a side has one or two seeds and the other is not a single training run: ratio and counts alone
    } of = Of::models;
};

constexpr std::size_t fewest_seeds = 3;  // of a method, in (3)
const char* name(PairedTest::Of of);

// a, b: (N) errors > 0 on the same trajectories, N >= 1. flips = 0: ratio and counts alone.
PairedTest compare_paired(const std::vector<double>& a, const std::vector<double>& b, std::uint32_t flips,
                          std::uint64_t seed, int threads);

// One list a training seed, each of (N) errors > 0; two of them at least on one side, N >= 2.
PairedTest compare_methods(const std::vector<std::vector<double>>& a, const std::vector<std::vector<double>>& b);

// Ratio and counts of means over seeds: what is left where seeds are too few for a test.
PairedTest compare_untested(const std::vector<std::vector<double>>& a, const std::vector<std::vector<double>>& b);

// Holm's step-down correction (1979): with many pairs, some p-values are small by chance. In the order given.
std::vector<double> holm(const std::vector<double>& p_values);

}  // namespace cchnn
