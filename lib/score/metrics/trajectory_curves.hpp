#pragma once
// Compares a predicted trajectory with the true one: curves over the samples t = k dt, of which metrics are made.
// A state counts as a whole: if one of its numbers is not finite, it has the worst value in every curve.

#include <optional>
#include <vector>

#include "mechanics/motion_scales.hpp"
#include "score/metrics/energy_drift.hpp"
#include "score/metrics/impact_errors.hpp"
#include "score/metrics/metrics.hpp"
#include "score/metrics/modulo_turns.hpp"

namespace cchnn {

// score_trajectory() makes one for each trajectory, and each row of the table of metrics reads it. The public members
// are computed by the constructor. Refers to the system, the choices and the trajectories, which have to outlive it.
class TrajectoryCurves {
  public:
    using Series = std::vector<double>;  // (T)

    TrajectoryCurves(const ConstrainedSystem& system, const MetricChoices& choices, int samples, double dt,
                     TrajectoryView truth, TrajectoryView predicted, const EnsembleScores* ensemble = nullptr);

    const MetricChoices& choices() const { return choices_; }
    double dt() const { return dt_; }  // s
    bool at_rest() const { return scales_.at_rest; }
    const EnsembleScores& ensemble() const;        // throws std::logic_error without any
    const SensitivityScores& sensitivity() const;  // likewise
    const StructureScores& structure() const;      // likewise
    const ImpactScores& impacts() const;           // likewise

    Series err, energy, energy_scaled;  // relative_error.hpp (1) or (2); conservation_errors.hpp (1), (2)
    Series energy_offset;               // (2) with the sign of H(zhat) - H(z)
    RobustLine energy_line;             // through it
    Series phi, phi_rate, distance;     // conservation_errors.hpp (3), m^2, m^2/s, m; empty without constraints
    Series stacked;                     // conservation_errors.hpp (4), where it is asked for
    Series nrmse, smape;                // forecast_error.hpp (1), (2)
    Series kinetic_error;               // score/metrics/kinetic_error.hpp (3), where its spread is given

    // RMS over entries and counted samples: of x in m, of v in m/s; and of both, each divided by the standard deviation
    // of the truth's entries about their means over time. Infinite where a state is not finite.
    struct StateRmse {
        double x = 0, v = 0, normalised = 0;
    };
    StateRmse state_rmse;

    // Wasserstein distances of the distributions of values over the counted samples (distribution_distances.hpp (1)): of an entry of
    // x, m, mean over the entries; and of the kinetic energy / its largest value in the truth.
    double distance_of_positions() const;
    double distance_of_kinetic() const;
    // The distance of the spectra of an entry of x (distribution_distances.hpp (4)), 1/s, mean over the entries.
    double distance_of_spectra() const;

    double scaled_by_steps() const;       // forecast_error.hpp (3)
    double divergence_of_states() const;  // distribution_distances.hpp (5), (6)
    double hellinger_of_spectra() const;  // distribution_distances.hpp (7)

    Series momentum_error(std::size_t quantity) const;  // of system.conserved(); conservation_errors.hpp (5)
    Series err_of_nodes(int first_node, int count) const;

  private:
    const double* at(const double* trajectory, int k) const { return trajectory + k * size_; }
    bool finite_at(int k) const { return finite_[k]; }
    double time_of(int k) const { return (static_cast<double>(choices_.last_given()) + k) * dt_; }
    // Entry i of x at the counted samples; NaN where a state is not finite.
    Series counted_positions(TrajectoryView trajectory, std::size_t i, bool judged) const;
    // Coordinates that move at the counted samples, in units of their spread over the test set, (counted, D).
    Series counted_states(TrajectoryView trajectory, bool judged) const;
    void set_momenta();
    StateRmse rmse_of_states() const;
    void add_forecast_errors();
    void add_energies();
    void add_constraints();

    const ConstrainedSystem& system_;
    const MetricChoices& choices_;
    int samples_;
    double dt_;
    std::size_t size_;
    ModuloTurns turns_;
    TrajectoryView truth_, predicted_;
    const EnsembleScores* ensemble_;
    const SensitivityScores* sensitivity_;
    const StructureScores* structure_;
    std::optional<ImpactScores> impacts_;
    std::vector<bool> finite_;  // the predicted state at each sample
    MotionScales scales_;
    Series kinetic_, kinetic_true_;  // of the predicted states, NaN where one is not finite, and of the truth
    Series p_, p_true_;              // M v of both, kg m/s, where they are asked for
};

// All metrics of one trajectory (metrics.hpp), and the curves that reports draw.

// What score_submission.cpp collects of each trajectory.
struct TrajectoryScores {
    std::vector<double> values;       // one per metric
    std::vector<bool> censored;       // one per metric; valid times only
    std::vector<double> err;          // (T) Err at every sample
    std::vector<double> energy;       // (T) conservation_errors.hpp (2)
    std::vector<double> violation;    // (T) RMS over rows of Phi, m^2; empty without constraints
    std::vector<double> nrmse;        // (T) forecast_error.hpp (1)
    std::vector<double> kinetic;      // (T) kinetic_error.hpp (3); empty where ranks do not go by it
    std::vector<double> sensitivity;  // (T) sensitivity_error.hpp (1), not below the bound; empty if not scored
    long not_finite_values = 0;       // entries of x and v
    bool diverged = false;            // any of them
    bool truth_at_rest = false;       // then energies and momenta are measured against mechanics/motion_scales.hpp
};

// `ensemble`: the scores of the members, for the metrics of ensembles; `predicted` is then the mean of the members, one
// of them, or a prediction without members.
TrajectoryScores score_trajectory(const ConstrainedSystem& system, const MetricChoices& choices,
                                  const std::vector<Metric>& metrics, int samples, double dt, TrajectoryView truth,
                                  TrajectoryView predicted, const EnsembleScores* ensemble = nullptr);

}  // namespace cchnn
