#pragma once
// All metrics of one trajectory (metrics.hpp), and the curves that reports draw.

#include <vector>

#include "score/metrics/metrics.hpp"

namespace cchnn {

// What score_submission.cpp collects of each trajectory.
struct TrajectoryScores {
    std::vector<double> values;     // one per metric
    std::vector<bool> censored;     // one per metric; valid times only
    std::vector<double> err;        // (T) Err at every sample
    std::vector<double> energy;     // (T) energy_error.hpp (2)
    std::vector<double> violation;  // (T) RMS over rows of Phi, m^2; empty without constraints
    std::vector<double> nrmse;      // (T) forecast_error.hpp (1)
    std::vector<double> kinetic;    // (T) kinetic_error.hpp (3); empty where ranks do not go by it
    long not_finite_values = 0;     // entries of x and v
    bool diverged = false;          // any of them
    bool truth_at_rest = false;     // then energies and momenta are measured against mechanics/motion_scales.hpp
};

// `ensemble`: the scores of the members, for the metrics of ensembles; `predicted` is then the mean of the members, one
// of them, or a prediction without members.
TrajectoryScores score_trajectory(const ConstrainedSystem& system, const MetricChoices& choices,
                                  const std::vector<Metric>& metrics, int samples, double dt, TrajectoryView truth,
                                  TrajectoryView predicted, const EnsembleScores* ensemble = nullptr);

}  // namespace cchnn
