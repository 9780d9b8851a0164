#pragma once
// Marks entries of a prediction as lost: those beyond 1e6 times the largest entry of the truth's trajectory, of x or
// of v, become infinite before a metric sees them. A prediction that explodes then has the same score as one that
// overflows.

#include <cstddef>

#include "score/metrics/metrics.hpp"

namespace cchnn {

// `span`: of the trajectory, s; `size`: entries of x, and of v. Where the truth stands still its velocities are
// rounding, and x / span is what v is measured against.
void lose_what_is_beyond(const TrajectoryView& truth, double span, double* x, double* v, std::size_t size);

}  // namespace cchnn
