#pragma once
// One metric over N trajectories. Sums run in the order of the trajectories, so the digits do not depend on threads.
//   mean, geometric mean exp(mean log h), median, 5th and 95th percentile (linear between order statistics)
// Infinity (a worst value) stays infinity; it never cancels.

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace cchnn {

// A 95 % confidence interval.
struct Interval {
    double low, high;
};

// The statistics of one metric, in its unit. summarize() makes it; with_intervals() of intervals.hpp adds intervals.
struct Summary {
    double mean = 0, geometric_mean = 0, median = 0, p05 = 0, p95 = 0;
    std::optional<Interval> mean_ci95, geometric_mean_ci95;  // intervals.hpp
    bool tail_too_heavy = false;                             // why there is no interval of the mean
};

// N >= 1 values, all >= 0. Intervals are left empty.
Summary summarize(const std::vector<double>& values);

// Order statistic at (N - 1) fraction, linear in between; sorted ascending, may end in infinities.
double percentile(const std::vector<double>& sorted, double fraction);

// How many trajectories a prediction loses altogether. Errors with a few failures are a mixture of two laws: no mean of
// them shows how often a model fails, and the interval of a geometric mean covers less than it says (with 3 % failures
// 79 % at N = 20). Reports therefore show this share with it.
//
//   (1)  failed      error of a trajectory above 0.5: the relative error, its geometric mean over time, or the kinetic
//        error where ranks go by it
//   (2)  95 % ends   of k failures among N trajectories, Clopper and Pearson (1934), two-sided: 0 of 20 leaves 17 %
//        possible
//   (3)  a method    the lowest and the highest share of its training seeds; (2) is of one training run

// The result for one model. Either ci95 is set (one seed), or lowest and highest say how seeds differ.
struct FailedShare {
    std::uint64_t failed = 0, trajectories = 0;  // summed over seeds
    double lowest = 0, highest = 0;              // share of a seed
    std::optional<Interval> ci95;                // (2), of one seed
};

// One list of relative errors for each training seed, each of N >= 1. An error of NaN has failed.
FailedShare failed_share(const std::vector<std::vector<double>>& seeds);

// Of several test sets; `lowest` and `highest` are means of theirs, weighted by trajectories.
FailedShare pooled(const std::vector<const FailedShare*>& parts);

// "0 of 20 [0, 17] %", "5 to 15 %"
std::string failed_text(const FailedShare& share);

}  // namespace cchnn
