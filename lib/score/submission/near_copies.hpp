#pragma once
// Finds one model that is submitted twice, the second time rounded, with a little noise or moved towards the reference,
// and seeds that are one training. With D(t) the relative error (1) of metrics/relative_error.hpp of one prediction against the other, z =
// (x, v), 1 where one of the two is not finite, and h_i the relative error of either one:
//   (1)  geometric mean over trajectories of  (geometric mean over time of max(D, 1e-16))/h_i <= 0.1
//   (2)  geometric means h of h_i over trajectories within a factor of 2 of each other, which (1) all but says; it is
//        quick
//   (3)  in place of (1), the same of the prediction with the larger h when its errors are multiplied by the ratio of
//        the two h: z + c (z_hat - z), c <= 1
// "Nearly the same" is relative to the error: predictions that differ by a tenth of it have the same error, and the
// second one adds nothing to a comparison. By (3) it knows nothing either where it has the same errors times a number, as
// the model of another has when it is moved towards the reference, which is public. Good models, which are near each
// other because both are near the truth, differ by as much as they err and are no copies.
// Training seeds of one model are one training with noise below half of an error. Errors that have nothing in common
// differ by 1.4 of them, but seeds share the bias of their model: two trainings of 60 epochs on chain_pendulum_2 differed
// by 0.79 (HNN), 0.39 (CHNN) and 0.22 (NeuralODE), and by 0.78, 0.32 and 0.22 by (3). The cosines of their errors were
// 0.53, 0.98 and 0.93. So no cosine tells a copy from a seed, (3) asks for a tenth, and nothing above a half counts as
// one: a model with noise of 0.45 of its error in each seed, which differ by 0.6, looks as honest seeds do.

#include <cmath>
#include <vector>

#include "dataset/reader/trajectory_file.hpp"

namespace cchnn {

constexpr double near_copy_share = 0.1;
constexpr double one_training_share = 0.5;

// What (1) and (3) compare with 0.1, in units of the smaller error, and c; infinite where (2) does not hold.
struct CopyDistance {
    double as_it_is = INFINITY, moved = INFINITY, share = 1;
};
// Of two predictions with their errors h_i. Reads nothing where (2) does not hold.
CopyDistance distance_in_errors(const TrajectoryFile& truth, const TrajectoryFile& a, const TrajectoryFile& b,
                                int context, const std::vector<double>& errors_a, const std::vector<double>& errors_b);

}  // namespace cchnn
