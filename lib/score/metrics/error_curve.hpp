#pragma once
// Err of relative_error.hpp at every sample of one trajectory, of (x, v) or (x, M v) as the choices say.

#include <vector>

#include "score/metrics/metrics.hpp"

namespace cchnn {

std::vector<double> error_curve(const ConstrainedSystem& system, const MetricChoices& choices, int samples,
                                TrajectoryView predicted, TrajectoryView truth);

// Persistence: the geometric mean over time of Err of the first state, kept: that at t = 0 or, with a context, that of
// the last given sample. A model has to be better than this.
double persistence_error(const ConstrainedSystem& system, const MetricChoices& choices, int samples, double dt,
                         TrajectoryView truth);

}  // namespace cchnn
