#include "score/metrics/score_trajectory.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "score/metrics/trajectory_curves.hpp"

namespace cchnn {
namespace {

long count_not_finite(const double* values, std::size_t size) {
    return std::count_if(values, values + size, [](double value) { return !std::isfinite(value); });
}

}  // namespace

TrajectoryScores score_trajectory(const ConstrainedSystem& system, const MetricChoices& choices,
                                  const std::vector<Metric>& metrics, int samples, double dt, TrajectoryView truth,
                                  TrajectoryView predicted, const EnsembleScores* ensemble) {
    TrajectoryCurves curves(system, choices, samples, dt, truth, predicted, ensemble);
    TrajectoryScores scores;
    for (const Metric& metric : metrics) {
        const TrajectoryValue found = facts(metric.kind).value(metric, curves);
        scores.values.push_back(found.value);
        scores.censored.push_back(found.censored);
    }
    const std::size_t state = system.state_size();
    const std::size_t counted = samples * state;
    scores.not_finite_values = count_not_finite(predicted.x, counted) + count_not_finite(predicted.v, counted);
    scores.diverged = scores.not_finite_values > 0;
    scores.truth_at_rest = curves.at_rest();
    scores.err = std::move(curves.err);
    scores.energy = std::move(curves.energy_scaled);
    scores.violation = std::move(curves.phi);
    scores.nrmse = std::move(curves.nrmse);
    scores.kinetic = std::move(curves.kinetic_error);
    return scores;
}

}  // namespace cchnn
