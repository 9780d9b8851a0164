#pragma once
// One metric over N trajectories. Sums run in the order of the trajectories, so the digits do not depend on threads.
//   mean, geometric mean exp(mean log h), median, 5th and 95th percentile (linear between order statistics)
// Infinity (a worst value) stays infinity; it never cancels.

#include <cstddef>
#include <optional>
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

}  // namespace cchnn
