#pragma once
// 95 % confidence intervals of means over trajectories (percentile bootstrap; Efron 1979).
// Resample b draws N of N trajectories with replacement from RandomStream(seed, b), the interval is the 2.5th to the
// 97.5th percentile of the resampled means. Resample b depends on (seed, b, N) alone: the same digits on any number of
// threads, and submissions to one test set are resampled alike.
//
// A model that was trained several times has two levels, drawn apart (pigeonhole bootstrap; Owen 2007): resample b
// draws S of the S training seeds as well, and its mean runs over all drawn pairs of seed and trajectory.

#include <cstdint>
#include <vector>

#include "score/statistics/summary.hpp"

namespace cchnn {

struct MeanIntervals {
    std::vector<Interval> mean, geometric_mean;  // one per column
};

// values: (N, columns) row-major, all >= 0. resamples >= 1.
MeanIntervals bootstrap_means(const std::vector<double>& values, std::size_t columns, std::uint32_t resamples,
                              std::uint64_t seed, int threads);
// The same of S >= 1 tables, one for each training seed. With one of them it is the function above.
MeanIntervals bootstrap_seed_means(const std::vector<const std::vector<double>*>& tables, std::size_t columns,
                                   std::uint32_t resamples, std::uint64_t seed, int threads);

// What resample b draws: trajectories of group `group` (systems of a comparison), and training seeds of a model.
std::vector<std::size_t> drawn_trajectories(std::size_t count, std::uint64_t seed, std::size_t resample,
                                            std::size_t group);
std::vector<std::size_t> drawn_seeds(std::size_t count, std::uint64_t seed, std::size_t resample, std::size_t model);

// 2.5th to 97.5th percentile.
Interval central_95(std::vector<double> values);

}  // namespace cchnn
