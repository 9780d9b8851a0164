#pragma once
// One model that is handed in twice, the second time rounded or with a little noise. With D(t) the relative error (1) of
// metrics/relative_error.hpp of one prediction against the other, z = (x, v):
//   (1)  D(t) <= 1e-6 at every sample; where one of the two is not finite, the other is not either
//   (2)  geometric mean over trajectories of  (mean over time of D)/h_i <= 0.1,  h_i the relative error of either one
// (2) keeps models apart that are near each other because both are near the truth.

#include <vector>

#include "dataset/reader/trajectory_file.hpp"

namespace cchnn {

constexpr double near_copy_distance = 1e-6, near_copy_share = 0.1;

// Predictions for trajectories of `samples` samples, with their errors h_i. Reads no further than (1) holds.
bool near_copies(const TrajectoryFile& a, const TrajectoryFile& b, std::uint64_t count, int samples,
                 const std::vector<double>& errors_a, const std::vector<double>& errors_b);

}  // namespace cchnn
