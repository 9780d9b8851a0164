#pragma once
// How much each entry of x and v varies in a test set: the unit of scores of ensembles, the same for every trajectory, so
// that a score stays proper.
//
//   (1)  sigma_i = standard deviation of entry i over all trajectories and samples
//
// An entry with sigma_i <= 1e-9 of the largest, of x or of v, does not vary and is left out. Where nothing varies, all
// count, in m and m/s.

#include "dataset/reader/trajectory_file.hpp"
#include "score/ensemble/ensemble_scores.hpp"

namespace cchnn {

TruthSpread truth_spread(const TrajectoryFile& truth);

}  // namespace cchnn
