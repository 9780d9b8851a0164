#pragma once
// The metrics of one trajectory: which there are for a system and a set of choices, and their values.
// Every one is a number per trajectory; nothing is skipped, a prediction that is not finite has the worst value.
//
//   key                       unit    smaller is better unless said
//   relative_error            1       geometric mean over time of Err (relative_error.hpp, time_mean.hpp)
//   energy_error              1       mean over time, paper B.1 (energy_error.hpp 1)
//   energy_error_scaled       1       mean over time (energy_error.hpp 2)
//   energy_drift              1/s     robust slope of energy over time (energy_drift.hpp 1)
//   energy_fluctuation        1       what is left beside the slope (energy_drift.hpp 2)
//   constraint_rmse           m^2     RMS over rows of Phi and time (constraint_error.hpp 1)
//   constraint_rate_rmse      m^2/s   the same of dPhi/dt
//   distance_rmse             m       the same of |x_A - x_B| - l
//   constraint_stacked        mixed   geometric mean over time of (constraint_error.hpp 2), if chosen
//   error_at_step_{1,5,10,20,50,100}  Err at that step, as far as the trajectory reaches
//   valid_time_{0.01,0.1,0.5} s       larger is better (valid_time.hpp)
//   linear_momentum_error_{x,y,z}, angular_momentum_error_{x,y,z}   1   mean over time (momentum_error.hpp)
//   body_error_ID             1       relative_error of the nodes of one body alone
// Constraint metrics exist when the system has constraints, momenta when the graph conserves them, bodies when there
// are two or more.

#include <string>
#include <vector>

#include "mechanics/constrained_system.hpp"
#include "score/metrics/metric_choices.hpp"

namespace cchnn {

struct Metric {
    enum class Kind {
        relative_error,
        energy_error,
        energy_error_scaled,
        constraint_rmse,
        constraint_rate_rmse,
        distance_rmse,
        constraint_stacked,
        error_at_step,
        valid_time,
        energy_drift,
        energy_fluctuation,
        momentum_error,
        body_error
    } kind;
    std::string key, title, unit;
    bool larger_is_better = false;
    int step = 0;                        // error_at_step
    double threshold = 0;                // valid_time
    int quantity = 0;                    // momentum_error: index into ConstrainedSystem::conserved()
    int first_node = 0, node_count = 0;  // body_error
};

// Nodes of one body, in the order of the state.
struct BodyNodes {
    std::string id;
    int first_node = 0, node_count = 0;
};

// The metrics of trajectories of `samples` samples; the first one is relative_error.
std::vector<Metric> metrics_for(const MetricChoices& choices, int samples, bool has_constraints);
// Those, and what depends on the graph: conserved momenta, bodies.
std::vector<Metric> metrics_for(const MetricChoices& choices, int samples, const ConstrainedSystem& system,
                                const std::vector<BodyNodes>& bodies);

// x, v point at (T, n, d) numbers.
struct TrajectoryView {
    const double* x;
    const double* v;
};

struct TrajectoryScores {
    std::vector<double> values;     // one per metric
    std::vector<bool> censored;     // one per metric; valid times only
    std::vector<double> err;        // (T) Err at every sample
    std::vector<double> energy;     // (T) energy_error.hpp (2)
    std::vector<double> violation;  // (T) RMS over rows of Phi, m^2; empty without constraints
    long not_finite_values = 0;     // entries of x and v
    bool diverged = false;          // any of them
    bool truth_at_rest = false;     // then energies and momenta are measured against mechanics/motion_scales.hpp
};

TrajectoryScores score_trajectory(const ConstrainedSystem& system, const MetricChoices& choices,
                                  const std::vector<Metric>& metrics, int samples, double dt, TrajectoryView truth,
                                  TrajectoryView predicted);

}  // namespace cchnn
