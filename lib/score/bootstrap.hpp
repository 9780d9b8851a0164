#pragma once
// 95 % confidence intervals of means over trajectories (percentile bootstrap; Efron 1979).
// Resample b draws N of N trajectories with replacement from RandomStream(seed, b), the interval is the 2.5th to the
// 97.5th percentile of the resampled means. Resample b depends on (seed, b, N) alone: the same digits on any number of
// threads, and submissions to one test set are resampled alike.

#include <cstdint>
#include <vector>

#include "score/summary.hpp"

namespace cchnn {

struct MeanIntervals {
    std::vector<Interval> mean, geometric_mean;  // one per column
};

// values: (N, columns) row-major, all >= 0. resamples >= 1.
MeanIntervals bootstrap_means(const std::vector<double>& values, std::size_t columns, std::uint32_t resamples,
                              std::uint64_t seed, int threads);

}  // namespace cchnn
