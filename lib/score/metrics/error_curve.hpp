#pragma once
// Err of relative_error.hpp at every sample of one trajectory, of (x, v) or (x, M v) as the choices say.

#include <vector>

#include "score/metrics/metrics.hpp"

namespace cchnn {

std::vector<double> error_curve(const ConstrainedSystem& system, const MetricChoices& choices, int samples,
                                TrajectoryView predicted, TrajectoryView truth);

}  // namespace cchnn
