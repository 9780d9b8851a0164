#include "integrate/impacts/contact_gaps.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "core/to_size.hpp"
#include "integrate/kernel_door.hpp"

namespace cchnn {

bool has_contacts(const ConstrainedSystem& system) {
    const std::vector<std::string>& kinds = system.velocity_dependent_kinds();
    return std::find(kinds.begin(), kinds.end(), "Contact") != kinds.end();
}

SeparationFunction::SeparationFunction(const Separation& separation, int dimension) : dimension_(to_size(dimension)) {
    for (const NodeWeight& w : separation.weights)
        weights_.push_back({to_size(index(w.node)) * dimension_, static_cast<double>(w.weight)});
    for (std::size_t k = 0; k < dimension_; ++k) offset_[k] = static_cast<double>(separation.offset[k]);
}

SeparationFunction::Entries SeparationFunction::sum(const double* x, Entries r) const {
    for (const Weight& w : weights_)
        for (std::size_t k = 0; k < dimension_; ++k) r[k] += w.weight * x[w.first + k];
    return r;
}

void SeparationFunction::add_size(const double* x, std::size_t k, double& size) const {
    size += std::abs(offset_[k]);
    for (const Weight& w : weights_) size += std::abs(w.weight * x[w.first + k]);
}

double SeparationFunction::size(const double* x) const {
    double size = 0;
    for (std::size_t k = 0; k < dimension_; ++k) add_size(x, k, size);
    return size;
}

void SeparationFunction::add_gradient(const Entries& factor, std::vector<double>& n) const {
    for (const Weight& w : weights_)
        for (std::size_t k = 0; k < dimension_; ++k) n[w.first + k] += w.weight * factor[k];
}

GapFunction::GapFunction(const Contact& contact, const ConstrainedSystem& system, Limit limit, std::size_t angle)
    : angles_(system.forces().angles),
      dimension_(to_size(system.dimension())),
      tracks_(system.tracks().size()),
      angle_(angle),
      shape_(contact.shape),
      reach_(contact.reach),
      normal_(contact.normal) {
    const auto add = [&](const Separation& part) { parts_.emplace_back(part, system.dimension()); };
    if (!is_stop(shape_)) {
        add(signed_difference(contact.a, contact.b));
        for (const Point& vector : contact.rim) add(separation_of(vector));
        return;
    }
    const Stop& stop = contact.stop;
    reach_ = limit == Limit::high ? stop.high : stop.low;
    sign_ = limit == Limit::high ? -1 : 1;
    add(stop.angle ? separation_of(stop.angle->across_a) : signed_difference(stop.slide.b, stop.slide.a));
    add(separation_of(stop.angle ? stop.angle->across_b : stop.slide.along));
}

Gap GapFunction::limit_of(double way, double rate, double scale) const {
    return {sign_ * (way - reach_), sign_ * rate, scale + std::abs(reach_)};
}

Gap GapFunction::of_angle(const double* x, const double* v, const double* angles) const {
    const double rate = dimension_ == 2 ? angles_.rate<2>(angle_, x, v) : angles_.rate<3>(angle_, x, v);
    const double angle = angles[angle_];
    return limit_of(angle, rate, std::abs(angle) + parts_[0].size(x) + parts_[1].size(x));
}

Gap GapFunction::of_slide(const double* x, const double* v) const {
    const auto r = parts_[0].at(x), along = parts_[1].at(x), r_rate = parts_[0].rate(v), turning = parts_[1].rate(v);
    double way = 0, rate = 0, far = 0;
    for (std::size_t k = 0; k < dimension_; ++k) {
        way += along[k] * r[k];
        rate += along[k] * r_rate[k] + turning[k] * r[k];
        far += std::abs(r[k]);
    }
    return limit_of(way, rate, parts_[0].size(x) + far * parts_[1].size(x));
}

GapFunction::Lean GapFunction::lean(const double* x, const double* v) const {
    Lean lean{};
    for (std::size_t i = 0; i < 2; ++i) {
        const auto vector = parts_[i + 1].at(x), turning = parts_[i + 1].rate(v);
        for (std::size_t k = 0; k < dimension_; ++k) {
            lean.b[i] += normal_[k] * vector[k];
            lean.rate[i] += normal_[k] * turning[k];
        }
    }
    lean.w = std::sqrt(lean.b[0] * lean.b[0] + lean.b[1] * lean.b[1]);
    return lean;
}

Gap GapFunction::at(const double* x, const double* v, const double* angles) const {
    if (shape_ == ContactShape::angle) return of_angle(x, v, angles);
    if (shape_ == ContactShape::slide) return of_slide(x, v);
    const auto r = parts_[0].at(x), w = parts_[0].rate(v);
    double along = 0, rate = 0, size = reach_;
    for (std::size_t k = 0; k < dimension_; ++k) {
        parts_[0].add_size(x, k, size);
        along += (shape_ == ContactShape::plane ? normal_[k] : r[k]) * r[k];
        rate += (shape_ == ContactShape::plane ? normal_[k] : r[k]) * w[k];
    }
    if (is_rim()) {
        const Lean one = lean(x, v);
        return {along - one.w, rate - (one.b[0] * one.rate[0] + one.b[1] * one.rate[1]) / one.w, size};
    }
    if (shape_ == ContactShape::plane) return {along - reach_, rate, size};
    const double sign = shape_ == ContactShape::balls ? 1 : -1;
    return {sign * (along - reach_ * reach_) / (2 * reach_), sign * rate / reach_, size};
}

void GapFunction::gradient(const double* x, std::vector<double>& n) const {
    std::fill(n.begin(), n.end(), 0.0);
    if (shape_ == ContactShape::angle) {
        if (dimension_ == 2) angles_.add_torque<2>(angle_, x, sign_, n.data());
        else angles_.add_torque<3>(angle_, x, sign_, n.data());
        return;
    }
    auto along = parts_[0].at(x);
    if (shape_ == ContactShape::slide) {
        auto direction = parts_[1].at(x);
        for (std::size_t k = 0; k < dimension_; ++k) {
            along[k] *= sign_;
            direction[k] *= sign_;
        }
        parts_[0].add_gradient(direction, n);
        parts_[1].add_gradient(along, n);
        return;
    }
    const double length = std::sqrt(along[0] * along[0] + along[1] * along[1] + along[2] * along[2]);
    for (std::size_t k = 0; k < dimension_; ++k) {
        if (shape_ == ContactShape::plane) along[k] = normal_[k];
        else along[k] *= (shape_ == ContactShape::balls ? 1 : -1) / length;
    }
    parts_[0].add_gradient(along, n);
    if (!is_rim()) return;
    const Lean one = lean(x, x);
    add_to_rim({-one.b[0] / one.w, -one.b[1] / one.w}, n);
}

void GapFunction::add_to_rim(const std::array<double, 2>& factors, std::vector<double>& n) const {
    for (std::size_t i = 0; i < 2; ++i) {
        SeparationFunction::Entries factor{};
        for (std::size_t k = 0; k < dimension_; ++k) factor[k] = factors[i] * normal_[k];
        parts_[i + 1].add_gradient(factor, n);
    }
}

std::vector<double> GapFunction::gradient_rate(const std::vector<double>& x, const std::vector<double>& dx) const {
    std::vector<double> rate(x.size());
    if (shape_ == ContactShape::balls || shape_ == ContactShape::within) {
        const auto r = parts_[0].at(x.data());
        auto turn = parts_[0].rate(dx.data());
        const double square = r[0] * r[0] + r[1] * r[1] + r[2] * r[2];
        const double along = (r[0] * turn[0] + r[1] * turn[1] + r[2] * turn[2]) / square;
        const double sign = shape_ == ContactShape::balls ? 1 : -1;
        for (std::size_t k = 0; k < dimension_; ++k) turn[k] = sign * (turn[k] - along * r[k]) / std::sqrt(square);
        parts_[0].add_gradient(turn, rate);
        return rate;
    }
    if (is_rim()) {
        // d(b_i/w)/dt = b_i'/w - b_i (b . b')/w^3
        const Lean one = lean(x.data(), dx.data());
        const double along = (one.b[0] * one.rate[0] + one.b[1] * one.rate[1]) / (one.w * one.w);
        add_to_rim({(one.b[0] * along - one.rate[0]) / one.w, (one.b[1] * along - one.rate[1]) / one.w}, rate);
        return rate;
    }
    // n has at most degree 2 in x, so that a central difference has no error but rounding.
    double largest = 0;
    for (const double entry : dx) largest = std::max(largest, std::abs(entry));
    if (largest == 0) return rate;
    std::vector<double> above = x, below = x, behind(x.size());
    for (std::size_t i = 0; i < x.size(); ++i) {
        above[i] += dx[i] / largest;
        below[i] -= dx[i] / largest;
    }
    gradient(above.data(), rate);
    gradient(below.data(), behind);
    for (std::size_t i = 0; i < x.size(); ++i) rate[i] = (rate[i] - behind[i]) * largest / 2;
    return rate;
}

// The counted angles of Stops are the last ones of a system (mechanics/forces.hpp).
std::vector<ContactGap> gaps_of(const std::vector<Contact>& contacts, const ConstrainedSystem& system) {
    using Limit = GapFunction::Limit;
    const auto has_angle = [](const Contact& contact) { return contact.stop.angle.has_value(); };
    const auto stops = std::count_if(contacts.begin(), contacts.end(), has_angle);
    std::size_t angle = system.angles().size() - static_cast<std::size_t>(stops);
    std::vector<ContactGap> gaps;
    for (std::size_t c = 0; c < contacts.size(); ++c) {
        const Contact& contact = contacts[c];
        const auto add = [&](Limit limit) { gaps.push_back({{contact, system, limit, angle}, static_cast<int>(c)}); };
        if (!is_stop(contact.shape)) add(Limit::none);
        if (std::isfinite(contact.stop.low)) add(Limit::low);
        if (std::isfinite(contact.stop.high)) add(Limit::high);
        if (has_angle(contact)) ++angle;
    }
    return gaps;
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
