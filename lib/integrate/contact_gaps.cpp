#include "integrate/contact_gaps.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "core/to_size.hpp"
#include "elements/parts/separation.hpp"
#include "integrate/kernel_door.hpp"

namespace cchnn {

bool has_contacts(const ConstrainedSystem& system) {
    const std::vector<std::string>& kinds = system.velocity_dependent_kinds();
    return std::find(kinds.begin(), kinds.end(), "Contact") != kinds.end();
}

GapFunction::GapFunction(const Contact& contact, int dimension)
    : dimension_(to_size(dimension)), shape_(contact.shape), normal_(contact.normal), reach_(contact.reach) {
    const Separation r = signed_difference(contact.a, contact.b);
    for (const NodeWeight& w : r.weights)
        weights_.push_back({to_size(index(w.node)) * dimension_, static_cast<double>(w.weight)});
    offset_ = converted<double>(r.offset);
}

void GapFunction::separation(const double* x, bool rate, double* r) const {
    for (std::size_t k = 0; k < dimension_; ++k) {
        r[k] = rate ? 0 : offset_[k];
        for (const Weight& w : weights_) r[k] += w.weight * x[w.first + k];
    }
}

Gap GapFunction::at(const double* x, const double* v) const {
    std::array<double, 3> r{}, w{};
    separation(x, false, r.data());
    separation(v, true, w.data());
    double along = 0, rate = 0, size = reach_;
    for (std::size_t k = 0; k < dimension_; ++k) {
        size += std::abs(offset_[k]);
        for (const Weight& weight : weights_) size += std::abs(weight.weight * x[weight.first + k]);
        along += (shape_ == ContactShape::plane ? normal_[k] : r[k]) * r[k];
        rate += (shape_ == ContactShape::plane ? normal_[k] : r[k]) * w[k];
    }
    if (shape_ == ContactShape::plane) return {along - reach_, rate, size};
    const double sign = shape_ == ContactShape::balls ? 1 : -1;
    return {sign * (along - reach_ * reach_) / (2 * reach_), sign * rate / reach_, size};
}

void GapFunction::gradient(const double* x, std::vector<double>& n) const {
    std::array<double, 3> along{};
    separation(x, false, along.data());
    const double length = std::sqrt(along[0] * along[0] + along[1] * along[1] + along[2] * along[2]);
    for (std::size_t k = 0; k < dimension_; ++k) {
        if (shape_ == ContactShape::plane) along[k] = normal_[k];
        else along[k] *= (shape_ == ContactShape::balls ? 1 : -1) / length;
    }
    std::fill(n.begin(), n.end(), 0.0);
    for (const Weight& w : weights_)
        for (std::size_t k = 0; k < dimension_; ++k) n[w.first + k] += w.weight * along[k];
}

ImpactLaw::ImpactLaw(const ConstrainedSystem& system)
    : system_(system), tangent_(cchnn_kernels()->tangents_of_one(system, 1e-12, 1)) {}

// The projection of states acts on momenta linearly, as the transpose of P: its derivative along n is P^T n.
ImpactLaw::Direction ImpactLaw::direction(const InitialState& state, const GapFunction& gap) {
    const std::size_t half = state.x.size();
    Direction direction{std::vector<double>(half), std::vector<double>(half), 0};
    gap.gradient(state.x.data(), direction.n);
    tangent_->set_state(0, state);
    for (std::size_t i = 0; i < half; ++i) {
        tangent_->set_tangent(i, 0, 0.0);
        tangent_->set_tangent(half + i, 0, direction.n[i]);
    }
    tangent_->project();
    std::vector<double> allowed(half);
    for (std::size_t i = 0; i < half; ++i) allowed[i] = tangent_->tangent(half + i, 0);
    system_.velocity(allowed.data(), direction.change.data());
    for (std::size_t i = 0; i < half; ++i) direction.mu += direction.n[i] * direction.change[i];
    return direction;
}

}  // namespace cchnn
