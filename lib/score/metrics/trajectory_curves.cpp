#include "score/metrics/trajectory_curves.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <utility>

#include "mechanics/angle_count.hpp"
#include "mechanics/base_motion.hpp"
#include "mechanics/rows_in_time.hpp"
#include "score/metrics/conservation_errors.hpp"
#include "score/metrics/distribution_distances.hpp"
#include "score/metrics/forecast_error.hpp"
#include "score/metrics/kinetic_error.hpp"
#include "score/metrics/relative_error.hpp"

namespace cchnn {

TrajectoryCurves::TrajectoryCurves(const ConstrainedSystem& system, const MetricChoices& choices, int samples,
                                   double dt, TrajectoryView truth, TrajectoryView predicted,
                                   const EnsembleScores* ensemble)
    : system_(system),
      choices_(choices),
      samples_(samples),
      dt_(dt),
      size_(system.state_size()),
      turns_(system, samples, predicted, to_size(system.state_size()), truth),
      truth_(turns_.truth()),
      predicted_(turns_.predicted()),
      ensemble_(ensemble),
      sensitivity_(predicted.sensitivity),
      structure_(predicted.structure),
      finite_(samples),
      scales_(motion_scales(system, samples, dt, truth.x, truth.v)) {
    for (int k = 0; k < samples; ++k) finite_[k] = is_finite({at(predicted_.x, k), at(predicted_.v, k)}, size_);
    if (choices.state == StateChoice::xp) set_momenta();
    err = err_of_nodes(0, system.node_count());
    state_rmse = rmse_of_states();
    add_forecast_errors();
    if (truth.kinetic) kinetic_error = kinetic_error_curve(*truth.kinetic, samples, predicted_, truth_);
    add_energies();
    energy_line = robust_line(energy_offset, dt);
    if (!system.rows().empty()) add_constraints();
    const bool finite = std::ranges::find(finite_, false) == finite_.end();
    if (truth.impacts) impacts_ = impact_scores(system, samples, dt, truth_, predicted_, finite);
}

namespace {

// The standard deviation of all entries about their own means over time.
double spread_over_time(const double* values, std::size_t size, int samples) {
    double squares = 0;
    for (std::size_t i = 0; i < size; ++i) {
        double sum = 0;
        for (int k = 0; k < samples; ++k) sum += values[k * size + i];
        const double mean = sum / samples;
        for (int k = 0; k < samples; ++k) {
            const double off = values[k * size + i] - mean;
            squares += off * off;
        }
    }
    return std::sqrt(squares / (static_cast<double>(size) * samples));
}

// A quantity that is constant up to rounding, such as the velocity of a free body, has no spread to be divided by. It
// is divided by the typical value of the motion instead.
double scale_of(double spread, double typical) { return spread > 1e-9 * typical ? spread : typical; }

}  // namespace

const EnsembleScores& TrajectoryCurves::ensemble() const {
    if (!ensemble_) throw std::logic_error("metrics of an ensemble, without its members");
    return *ensemble_;
}

const SensitivityScores& TrajectoryCurves::sensitivity() const {
    if (!sensitivity_) throw std::logic_error("metrics of derivatives, without any");
    return *sensitivity_;
}

const StructureScores& TrajectoryCurves::structure() const {
    if (!structure_) throw std::logic_error("metrics of what is found, without any");
    return *structure_;
}

const ImpactScores& TrajectoryCurves::impacts() const {
    if (!impacts_) throw std::logic_error("metrics of impacts, without those of the reference");
    return *impacts_;
}

TrajectoryCurves::StateRmse TrajectoryCurves::rmse_of_states() const {
    const int first = choices_.include_t0 ? 0 : 1;
    StateRmse rmse;
    for (int k = first; k < samples_; ++k) {
        if (!finite_at(k)) return {INFINITY, INFINITY, INFINITY};
        for (std::size_t i = 0; i < size_; ++i) {
            const double dx = at(predicted_.x, k)[i] - at(truth_.x, k)[i];
            const double dv = at(predicted_.v, k)[i] - at(truth_.v, k)[i];
            rmse.x += dx * dx;
            rmse.v += dv * dv;
        }
    }
    const double count = static_cast<double>(size_) * (samples_ - first);
    rmse.x = std::sqrt(rmse.x / count);
    rmse.v = std::sqrt(rmse.v / count);
    const double of_x = rmse.x / scale_of(spread_over_time(truth_.x, size_, samples_), system_.length_scale());
    const double of_v = rmse.v / scale_of(spread_over_time(truth_.v, size_, samples_), scales_.speed);
    rmse.normalised = std::sqrt(0.5 * (of_x * of_x + of_v * of_v));
    return rmse;
}

double TrajectoryCurves::distance_of_positions() const {
    double sum = 0;
    for (std::size_t i = 0; i < size_; ++i)
        sum += wasserstein_distance(counted_positions(predicted_, i, true), counted_positions(truth_, i, false));
    return sum / static_cast<double>(size_);
}

double TrajectoryCurves::distance_of_spectra() const {
    double sum = 0;
    for (std::size_t i = 0; i < size_; ++i)
        sum += spectral_distance(counted_positions(predicted_, i, true), counted_positions(truth_, i, false), dt_);
    return sum / static_cast<double>(size_);
}

TrajectoryCurves::Series TrajectoryCurves::counted_positions(TrajectoryView trajectory, std::size_t i,
                                                             bool judged) const {
    const int first = choices_.include_t0 ? 0 : 1;
    Series positions(samples_ - first);
    double* const counted = positions.data();
    for (int k = first; k < samples_; ++k) counted[k - first] = !judged || finite_at(k) ? at(trajectory.x, k)[i] : NAN;
    return positions;
}

double TrajectoryCurves::distance_of_kinetic() const {
    const std::ptrdiff_t first = choices_.include_t0 ? 0 : 1;
    const double apart = wasserstein_distance({kinetic_.begin() + first, kinetic_.end()},
                                              {kinetic_true_.begin() + first, kinetic_true_.end()});
    return apart == 0 ? 0 : apart / scales_.kinetic;
}

TrajectoryCurves::Series TrajectoryCurves::momentum_error(std::size_t index) const {
    const ConservedQuantity& quantity = system_.conserved()[index];
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

// A state with an entry that is not finite has the worst Err, 1 or 1000 (relative_error.hpp), whichever nodes are
// compared.
TrajectoryCurves::Series TrajectoryCurves::err_of_nodes(int first_node, int count) const {
    const std::size_t first = first_node * system_.dimension();
    const std::size_t size = count * system_.dimension();
    const bool momenta = choices_.state == StateChoice::xp;
    Series curve = relative_errors({predicted_.x + first, (momenta ? p_.data() : predicted_.v) + first}, size_,
                                   {truth_.x + first, (momenta ? p_true_.data() : truth_.v) + first}, size_, samples_,
                                   size, choices_.norm);
    for (int k = 0; k < samples_; ++k)
        if (!finite_at(k)) curve[k] = worst_error(choices_.norm);
    return curve;
}

// M v at all samples, once for all bodies that are compared.
void TrajectoryCurves::set_momenta() {
    p_.resize(size_ * static_cast<std::size_t>(samples_));
    p_true_.resize(p_.size());
    for (int k = 0; k < samples_; ++k) {
        const std::size_t first = static_cast<std::size_t>(k) * size_;
        system_.momentum(at(predicted_.v, k), &p_[first]);
        system_.momentum(at(truth_.v, k), &p_true_[first]);
    }
}

void TrajectoryCurves::add_forecast_errors() {
    nrmse.reserve(samples_);
    smape.reserve(samples_);
    for (int k = 0; k < samples_; ++k) {
        const StateParts predicted{at(predicted_.x, k), at(predicted_.v, k)}, truth{at(truth_.x, k), at(truth_.v, k)};
        nrmse.push_back(cchnn::nrmse(predicted, truth, *truth_.spread));
        smape.push_back(cchnn::smape(predicted, truth, *truth_.spread));
    }
}

// Reads the context, which lies in memory before the first sample of truth_.
double TrajectoryCurves::scaled_by_steps() const {
    const std::size_t before = choices_.last_given() * size_;
    const Series steps = context_steps(truth_.x - before, truth_.v - before, choices_.context, *truth_.spread);
    double sum = 0, count = 0;
    for (int k = choices_.include_t0 ? 0 : 1; k < samples_; ++k) {
        if (!finite_at(k)) return INFINITY;
        for (std::size_t i = 0; i < 2 * size_; ++i) {
            if (steps[i] == 0) continue;
            const double off = i < size_ ? at(predicted_.x, k)[i] - at(truth_.x, k)[i]
                                         : at(predicted_.v, k)[i - size_] - at(truth_.v, k)[i - size_];
            sum += std::abs(off) / steps[i];
            ++count;
        }
    }
    return count > 0 ? sum / count : 0;
}

TrajectoryCurves::Series TrajectoryCurves::counted_states(TrajectoryView trajectory, bool judged) const {
    const CoordinateSpread& spread = *truth_.spread;
    Series states;
    for (int k = choices_.include_t0 ? 0 : 1; k < samples_; ++k)
        for (const std::size_t i : spread.moving) {
            const double value = i < size_ ? at(trajectory.x, k)[i] : at(trajectory.v, k)[i - size_];
            states.push_back(!judged || finite_at(k) ? (value - spread.mean[i]) / spread.sigma[i] : NAN);
        }
    return states;
}

double TrajectoryCurves::divergence_of_states() const {
    return state_space_divergence(counted_states(truth_, false), counted_states(predicted_, true),
                                  truth_.spread->moving.size());
}

double TrajectoryCurves::hellinger_of_spectra() const {
    return cchnn::hellinger_of_spectra(counted_states(truth_, false), counted_states(predicted_, true),
                                       truth_.spread->moving.size());
}

// Energies may depend on counted angles, which a prediction does not have. So those of both are counted along their own
// samples, from the first of the truth.
void TrajectoryCurves::add_energies() {
    const double* const first = truth_.parameters ? truth_.parameters + system_.tracks().size() : nullptr;
    const Series turned = counted_along(system_, truth_.x, truth_.v, samples_, dt_, first),
                 as_predicted = counted_along(system_, predicted_.x, predicted_.v, samples_, dt_, first);
    const auto of = [&](const Series& s, int k) {
        return s.empty() ? nullptr : &s[static_cast<std::size_t>(k) * system_.parameter_count()];
    };
    for (Series* const curve : {&kinetic_, &kinetic_true_, &energy, &energy_scaled, &energy_offset})
        curve->reserve(samples_);
    SeenFromBase seen(system_);
    for (int k = 0; k < samples_; ++k) {
        kinetic_true_.push_back(system_.kinetic_energy(at(truth_.x, k), at(truth_.v, k)));
        kinetic_.push_back(finite_at(k) ? system_.kinetic_energy(at(predicted_.x, k), at(predicted_.v, k)) : NAN);
        seen.see(time_of(k), at(truth_.x, k), at(truth_.v, k));
        const double truth = seen.energy(kinetic_true_.back(), of(turned, k));
        seen.see(time_of(k), at(predicted_.x, k), at(predicted_.v, k));
        const double predicted = finite_at(k) ? seen.energy(kinetic_.back(), of(as_predicted, k)) : NAN;
        energy.push_back(relative_energy_error(predicted, truth));
        const double scaled = scaled_energy_error(predicted, truth, scales_.kinetic);
        energy_scaled.push_back(scaled);
        energy_offset.push_back(predicted < truth ? -scaled : scaled);
    }
}

void TrajectoryCurves::add_constraints() {
    const std::size_t count = system_.rows().size();
    const std::size_t on_positions = system_.position_row_count();
    Series rows(count), rates(count), lengths(count);
    for (Series* const curve : {&phi, &phi_rate, &distance}) curve->reserve(samples_);
    SeenFromBase seen(system_);
    for (int k = 0; k < samples_; ++k) {
        seen.see(time_of(k), at(predicted_.x, k), at(predicted_.v, k));
        RowsInTime(system_, time_of(k)).violations(seen.x(), seen.v(), rows.data(), rates.data(), lengths.data());
        if (!finite_at(k)) rows[0] = rates[0] = lengths[0] = NAN;
        phi.push_back(root_mean_square(rows.data(), on_positions));
        phi_rate.push_back(root_mean_square(rates.data(), count));
        distance.push_back(root_mean_square(lengths.data(), on_positions));
        if (choices_.constraint == ConstraintChoice::stacked)
            stacked.push_back(stacked_norm(rows.data(), rates.data(), count));
    }
}

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
