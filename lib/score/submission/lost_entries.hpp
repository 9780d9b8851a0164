#pragma once
// What has left every bound is as lost as what is not finite: an entry beyond 1e6 times the largest of the truth's
// trajectory, of x or of v, becomes infinite before anything is computed of it.

#include <cstddef>

#include "score/metrics/metrics.hpp"

namespace cchnn {

// `span`: of the trajectory, s; `size`: entries of x, and of v. Where the truth stands still its velocities are
// rounding, and x / span is what v is measured against.
void lose_what_is_beyond(const TrajectoryView& truth, double span, double* x, double* v, std::size_t size);

}  // namespace cchnn
