#include "score/metrics/metrics.hpp"

#include <algorithm>
#include <cmath>

#include "mechanics/motion_scales.hpp"
#include "score/metrics/constraint_error.hpp"
#include "score/metrics/energy_drift.hpp"
#include "score/metrics/energy_error.hpp"
#include "score/metrics/momentum_error.hpp"
#include "score/metrics/relative_error.hpp"
#include "score/metrics/time_mean.hpp"
#include "score/metrics/valid_time.hpp"

namespace cchnn {
namespace {

using Kind = Metric::Kind;
using Series = std::vector<double>;  // (T)

struct Curves {
    Series err, energy, energy_scaled, energy_offset, phi, phi_rate, distance, stacked;
};

// The same sample of truth and prediction, and where to write.
class Scorer {
  public:
    Scorer(const ConstrainedSystem& system, const MetricChoices& choices, int samples, double dt, TrajectoryView truth,
           TrajectoryView predicted)
        : system_(system),
          choices_(choices),
          samples_(samples),
          size_(static_cast<std::size_t>(system.state_size())),
          truth_(truth),
          predicted_(predicted),
          scales_(motion_scales(system, samples, dt, truth.v)) {}

    bool at_rest() const { return scales_.at_rest; }

    Curves curves() const {
        Curves all;
        all.err = err();
        energies(all);
        if (!system_.rows().empty()) constraints(all);
        return all;
    }

    Series momentum_error(const ConservedQuantity& quantity) const {
        double scale = 0;
        for (int k = 0; k < samples_; ++k)
            scale = std::max(scale, momentum_scale(system_, quantity, at(truth_.x, k), at(truth_.v, k)));
        if (scales_.at_rest) scale = quantity.centre.empty() ? scales_.linear_momentum : scales_.angular_momentum;
        Series error;
        for (int k = 0; k < samples_; ++k) {
            const double truth = system_.conserved_value(quantity, at(truth_.x, k), at(truth_.v, k));
            const double predicted =
                finite_at(k) ? system_.conserved_value(quantity, at(predicted_.x, k), at(predicted_.v, k)) : NAN;
            error.push_back(scaled_momentum_error(predicted, truth, scale));
        }
        return error;
    }

    Series err() const { return err_of_nodes(0, system_.node_count()); }

    // Err of some nodes; a state that is not finite anywhere has Err = 1 in all of them.
    Series err_of_nodes(int first_node, int count) const {
        const std::size_t first = static_cast<std::size_t>(first_node * system_.dimension());
        const std::size_t size = static_cast<std::size_t>(count * system_.dimension());
        Series err(static_cast<std::size_t>(samples_), worst_error(choices_.norm));
        Series p(size_), p_true(size_);
        for (int k = 0; k < samples_; ++k) {
            if (size < size_ && !finite_at(k)) continue;
            StateParts predicted{at(predicted_.x, k), at(predicted_.v, k)}, truth{at(truth_.x, k), at(truth_.v, k)};
            if (choices_.state == StateChoice::xp) {
                predicted.v = to_momentum(predicted.v, p);
                truth.v = to_momentum(truth.v, p_true);
            }
            err[static_cast<std::size_t>(k)] = relative_error({predicted.x + first, predicted.v + first},
                                                              {truth.x + first, truth.v + first}, size, choices_.norm);
        }
        return err;
    }

  private:
    const double* at(const double* trajectory, int k) const { return trajectory + static_cast<std::size_t>(k) * size_; }

    // A state is judged as a whole: a velocity that is not finite spoils Phi(x) as well.
    bool finite_at(int k) const { return is_finite({at(predicted_.x, k), at(predicted_.v, k)}, size_); }

    const double* to_momentum(const double* v, Series& p) const {
        system_.momentum(v, p.data());
        return p.data();
    }

    void energies(Curves& all) const {
        for (int k = 0; k < samples_; ++k) {
            const double truth = system_.energy(at(truth_.x, k), at(truth_.v, k));
            const double predicted = finite_at(k) ? system_.energy(at(predicted_.x, k), at(predicted_.v, k)) : NAN;
            all.energy.push_back(relative_energy_error(predicted, truth));
            const double scaled = scaled_energy_error(predicted, truth, scales_.kinetic);
            all.energy_scaled.push_back(scaled);
            all.energy_offset.push_back(predicted < truth ? -scaled : scaled);
        }
    }

    void constraints(Curves& all) const {
        const std::size_t count = system_.rows().size();
        const auto on_positions = static_cast<std::size_t>(system_.position_row_count());
        Series phi(count), rate(count), distance(count);
        for (int k = 0; k < samples_; ++k) {
            system_.violations(at(predicted_.x, k), at(predicted_.v, k), phi.data(), rate.data(), distance.data());
            if (!finite_at(k)) phi[0] = rate[0] = distance[0] = NAN;
            all.phi.push_back(root_mean_square(phi.data(), on_positions));
            all.phi_rate.push_back(root_mean_square(rate.data(), count));
            all.distance.push_back(root_mean_square(distance.data(), on_positions));
            all.stacked.push_back(stacked_norm(phi.data(), rate.data(), count));
        }
    }

    const ConstrainedSystem& system_;
    const MetricChoices& choices_;
    int samples_;
    std::size_t size_;
    TrajectoryView truth_, predicted_;
    MotionScales scales_;
};

double value_of(const Metric& metric, const Scorer& scorer, const ConstrainedSystem& system, const Curves& curves,
                const MetricChoices& choices, double dt) {
    const bool t0 = choices.include_t0;
    switch (metric.kind) {
        case Kind::relative_error: return geometric_mean_over_time(curves.err, dt, choices);
        case Kind::energy_error: return mean_over_time(curves.energy, t0);
        case Kind::energy_error_scaled: return mean_over_time(curves.energy_scaled, t0);
        case Kind::constraint_rmse: return root_mean_square_over_time(curves.phi, t0);
        case Kind::constraint_rate_rmse: return root_mean_square_over_time(curves.phi_rate, t0);
        case Kind::distance_rmse: return root_mean_square_over_time(curves.distance, t0);
        case Kind::constraint_stacked: return geometric_mean_over_time(curves.stacked, dt, choices);
        case Kind::error_at_step: return curves.err[static_cast<std::size_t>(metric.step)];
        case Kind::valid_time: return valid_time(curves.err, dt, metric.threshold).time;
        case Kind::energy_drift: return std::abs(robust_line(curves.energy_offset, dt).slope);
        case Kind::energy_fluctuation: return robust_line(curves.energy_offset, dt).fluctuation;
        case Kind::momentum_error:
            return mean_over_time(scorer.momentum_error(system.conserved()[static_cast<std::size_t>(metric.quantity)]),
                                  t0);
        case Kind::body_error:
            return geometric_mean_over_time(scorer.err_of_nodes(metric.first_node, metric.node_count), dt, choices);
    }
    return NAN;
}

long count_not_finite(const double* values, std::size_t size) {
    return std::count_if(values, values + size, [](double value) { return !std::isfinite(value); });
}

void add_valid_times(std::vector<Metric>& metrics) {
    for (const char* threshold : {"0.01", "0.1", "0.5"}) {
        Metric metric{Kind::valid_time, std::string("valid_time_") + threshold,
                      std::string("first time with Err > ") + threshold, "s", true};
        metric.threshold = std::stod(threshold);
        metrics.push_back(metric);
    }
}

void add_errors_at_steps(std::vector<Metric>& metrics, int samples) {
    for (int step : {1, 5, 10, 20, 50, 100}) {
        if (step >= samples) break;
        const std::string number = std::to_string(step);
        Metric metric{Kind::error_at_step, "error_at_step_" + number, "Err at step " + number, "1"};
        metric.step = step;
        metrics.push_back(metric);
    }
}

// "angular_momentum_z" -> "angular_momentum_error_z"
void add_momenta(std::vector<Metric>& metrics, const std::vector<ConservedQuantity>& conserved) {
    for (std::size_t q = 0; q < conserved.size(); ++q) {
        if (conserved[q].kind == ConservedQuantity::Kind::energy) continue;
        const std::string& name = conserved[q].name;
        const std::size_t axis = name.rfind('_');
        std::string words = name;
        std::replace(words.begin(), words.end(), '_', ' ');
        Metric metric{Kind::momentum_error, name.substr(0, axis) + "_error" + name.substr(axis),
                      words + ": |L - L'| / max over t of its largest possible value, mean over time", "1"};
        metric.quantity = static_cast<int>(q);
        metrics.push_back(metric);
    }
}

void add_bodies(std::vector<Metric>& metrics, const std::vector<BodyNodes>& bodies) {
    if (bodies.size() < 2) return;
    for (const BodyNodes& body : bodies) {
        Metric metric{Kind::body_error, "body_error_" + body.id,
                      "relative error of body " + body.id + ", geometric mean over time", "1"};
        metric.first_node = body.first_node;
        metric.node_count = body.node_count;
        metrics.push_back(metric);
    }
}

}  // namespace

std::vector<Metric> metrics_for(const MetricChoices& choices, int samples, const ConstrainedSystem& system,
                                const std::vector<BodyNodes>& bodies) {
    std::vector<Metric> metrics = metrics_for(choices, samples, !system.rows().empty());
    add_momenta(metrics, system.conserved());
    add_bodies(metrics, bodies);
    return metrics;
}

std::vector<Metric> metrics_for(const MetricChoices& choices, int samples, bool has_constraints) {
    std::vector<Metric> metrics{
        {Kind::relative_error, "relative_error", "relative error, geometric mean over time", "1"},
        {Kind::energy_error, "energy_error", "energy error |H - H'|/(|H| + |H'|), mean over time", "1"},
        {Kind::energy_error_scaled, "energy_error_scaled", "energy error / max kinetic energy, mean over time", "1"},
        {Kind::energy_drift, "energy_drift", "robust slope of (H' - H) / max kinetic energy", "1/s"},
        {Kind::energy_fluctuation, "energy_fluctuation", "RMS of (H' - H) / max kinetic energy about its line", "1"}};
    if (has_constraints) {
        metrics.push_back({Kind::constraint_rmse, "constraint_rmse", "Phi, RMS over rows and time", "m^2"});
        metrics.push_back(
            {Kind::constraint_rate_rmse, "constraint_rate_rmse", "dPhi/dt, RMS over rows and time", "m^2/s"});
        metrics.push_back({Kind::distance_rmse, "distance_rmse", "error of lengths, RMS over rows and time", "m"});
        if (choices.constraint == ConstraintChoice::stacked)
            metrics.push_back({Kind::constraint_stacked, "constraint_stacked",
                               "norm of (Phi, dPhi/dt), geometric mean over time", "mixed"});
    }
    add_errors_at_steps(metrics, samples);
    add_valid_times(metrics);
    return metrics;
}

TrajectoryScores score_trajectory(const ConstrainedSystem& system, const MetricChoices& choices,
                                  const std::vector<Metric>& metrics, int samples, double dt, TrajectoryView truth,
                                  TrajectoryView predicted) {
    const Scorer scorer(system, choices, samples, dt, truth, predicted);
    const Curves curves = scorer.curves();
    TrajectoryScores scores;
    for (const Metric& metric : metrics) {
        scores.values.push_back(value_of(metric, scorer, system, curves, choices, dt));
        scores.censored.push_back(metric.kind == Kind::valid_time &&
                                  valid_time(curves.err, dt, metric.threshold).censored);
    }
    const std::size_t state = static_cast<std::size_t>(system.state_size());
    const std::size_t counted = static_cast<std::size_t>(samples) * state;
    scores.not_finite_values = count_not_finite(predicted.x, counted) + count_not_finite(predicted.v, counted);
    scores.diverged = scores.not_finite_values > 0;
    scores.truth_at_rest = scorer.at_rest();
    scores.err = curves.err;
    scores.energy = curves.energy_scaled;
    scores.violation = curves.phi;
    return scores;
}

}  // namespace cchnn
