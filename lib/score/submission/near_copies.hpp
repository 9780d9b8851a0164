#pragma once
// Finds one model that is submitted twice, the second time rounded or with a little noise, and seeds that are one
// training. With D(t) the relative error (1) of metrics/relative_error.hpp of one prediction against the other, z =
// (x, v), 1 where one of the two is not finite, and h_i the relative error of either one:
//   (1)  geometric mean over trajectories of  (geometric mean over time of max(D, 1e-16))/h_i <= 0.1
//   (2)  geometric means of h_i over trajectories within a factor of 2 of each other, which (1) all but says; it is
//        quick
// "Nearly the same" is relative to the error: predictions that differ by a tenth of it have the same error, and the
// second one adds nothing to a comparison. Good models, which are near each other because both are near the truth,
// differ by as much as they err and are no copies. Training seeds of one model, which are drawn independently, differ by
// about 1.4 errors: those that differ by less than half of one are one training, with noise.

#include <vector>

#include "dataset/reader/trajectory_file.hpp"

namespace cchnn {

constexpr double near_copy_share = 0.1;
constexpr double one_training_share = 0.5;

// What (1) compares, the distance of two predictions in units of the smaller error; infinity where (2) does not hold.
double distance_in_errors(const TrajectoryFile& a, const TrajectoryFile& b, std::uint64_t count, int samples,
                          int context, const std::vector<double>& errors_a, const std::vector<double>& errors_b);
// Predictions for trajectories of `samples` samples, with their errors h_i. Reads nothing where (2) does not hold.
bool near_copies(const TrajectoryFile& a, const TrajectoryFile& b, std::uint64_t count, int samples, int context,
                 const std::vector<double>& errors_a, const std::vector<double>& errors_b);

}  // namespace cchnn
