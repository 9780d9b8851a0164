#pragma once
// A submission may hold fewer trajectories, or fewer samples of each, than the test set: what is missing is NaN, which
// is scored as the worst value. Leaving something out is never better than any prediction of it.

#include <cstddef>

#include "dataset/reader/trajectory_file.hpp"
#include "score/metrics/metrics.hpp"

namespace cchnn {

// Trajectories first .. first+count-1 of `samples` samples into x, v of (count, samples, n, d), NaN where there are
// none.
void read_padded(const TrajectoryFile& submission, int samples, std::uint64_t first, std::uint64_t count,
                 std::vector<double>& x, std::vector<double>& v);

// Replaces the first K samples of a submission by those of the truth, in arrays of `count` trajectories. A context of
// one sample changes nothing: a prediction of the initial state stays as it is.
void give_context(int context, std::uint64_t count, int samples, const std::vector<double>& truth,
                  std::vector<double>& predicted);

// Marks entries of a prediction as lost: those beyond 1e6 times the largest entry of the truth's trajectory, of x or
// of v, become infinite before a metric sees them. A prediction that explodes then has the same score as one that
// overflows.

// `span`: of the trajectory, s; `size`: entries of x, and of v. Where the truth stands still its velocities are
// rounding, and x / span is what v is measured against.
void lose_what_is_beyond(const TrajectoryView& truth, double span, double* x, double* v, std::size_t size);

}  // namespace cchnn
