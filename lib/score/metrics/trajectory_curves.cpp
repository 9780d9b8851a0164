#include "score/metrics/trajectory_curves.hpp"

#include <algorithm>
#include <cmath>

#include "score/metrics/constraint_error.hpp"
#include "score/metrics/energy_error.hpp"
#include "score/metrics/momentum_error.hpp"
#include "score/metrics/relative_error.hpp"

namespace cchnn {

TrajectoryCurves::TrajectoryCurves(const ConstrainedSystem& system, const MetricChoices& choices, int samples,
                                   double dt, TrajectoryView truth, TrajectoryView predicted)
    : system_(system),
      choices_(choices),
      samples_(samples),
      dt_(dt),
      size_(static_cast<std::size_t>(system.state_size())),
      truth_(truth),
      predicted_(predicted),
      scales_(motion_scales(system, samples, dt, truth.v)) {
    err = err_of_nodes(0, system.node_count());
    add_energies();
    energy_line = robust_line(energy_offset, dt);
    if (!system.rows().empty()) add_constraints();
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

// A state that is not finite anywhere has Err = 1 in all of them.
TrajectoryCurves::Series TrajectoryCurves::err_of_nodes(int first_node, int count) const {
    const std::size_t first = static_cast<std::size_t>(first_node * system_.dimension());
    const std::size_t size = static_cast<std::size_t>(count * system_.dimension());
    Series curve(static_cast<std::size_t>(samples_), worst_error(choices_.norm));
    Series p(size_), p_true(size_);
    for (int k = 0; k < samples_; ++k) {
        if (size < size_ && !finite_at(k)) continue;
        StateParts predicted{at(predicted_.x, k), at(predicted_.v, k)}, truth{at(truth_.x, k), at(truth_.v, k)};
        if (choices_.state == StateChoice::xp) {
            predicted.v = to_momentum(predicted.v, p);
            truth.v = to_momentum(truth.v, p_true);
        }
        curve[static_cast<std::size_t>(k)] = relative_error({predicted.x + first, predicted.v + first},
                                                            {truth.x + first, truth.v + first}, size, choices_.norm);
    }
    return curve;
}

bool TrajectoryCurves::finite_at(int k) const { return is_finite({at(predicted_.x, k), at(predicted_.v, k)}, size_); }

const double* TrajectoryCurves::to_momentum(const double* v, Series& p) const {
    system_.momentum(v, p.data());
    return p.data();
}

void TrajectoryCurves::add_energies() {
    for (int k = 0; k < samples_; ++k) {
        const double truth = system_.energy(at(truth_.x, k), at(truth_.v, k));
        const double predicted = finite_at(k) ? system_.energy(at(predicted_.x, k), at(predicted_.v, k)) : NAN;
        energy.push_back(relative_energy_error(predicted, truth));
        const double scaled = scaled_energy_error(predicted, truth, scales_.kinetic);
        energy_scaled.push_back(scaled);
        energy_offset.push_back(predicted < truth ? -scaled : scaled);
    }
}

void TrajectoryCurves::add_constraints() {
    const std::size_t count = system_.rows().size();
    const auto on_positions = static_cast<std::size_t>(system_.position_row_count());
    Series rows(count), rates(count), lengths(count);
    for (int k = 0; k < samples_; ++k) {
        system_.violations(at(predicted_.x, k), at(predicted_.v, k), rows.data(), rates.data(), lengths.data());
        if (!finite_at(k)) rows[0] = rates[0] = lengths[0] = NAN;
        phi.push_back(root_mean_square(rows.data(), on_positions));
        phi_rate.push_back(root_mean_square(rates.data(), count));
        distance.push_back(root_mean_square(lengths.data(), on_positions));
        stacked.push_back(stacked_norm(rows.data(), rates.data(), count));
    }
}

}  // namespace cchnn
