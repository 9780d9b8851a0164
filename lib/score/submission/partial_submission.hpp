#pragma once
// A submission may hold fewer trajectories, or fewer samples of each, than the test set: what is missing is NaN, which
// is scored as the worst value. Leaving something out is never better than any prediction of it.

#include "dataset/reader/trajectory_file.hpp"

namespace cchnn {

// Trajectories first .. first+count-1 of `samples` samples into x, v of (count, samples, n, d), NaN where there are
// none.
void read_padded(const TrajectoryFile& submission, int samples, std::uint64_t first, std::uint64_t count,
                 std::vector<double>& x, std::vector<double>& v);

// Replaces the first K samples of a submission by those of the truth, in arrays of `count` trajectories. A context of
// one sample changes nothing: a prediction of the initial state stays as it is.
void give_context(int context, std::uint64_t count, int samples, const std::vector<double>& truth,
                  std::vector<double>& predicted);

}  // namespace cchnn
