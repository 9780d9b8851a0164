#include "integrate/impacts/contact_gaps.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>

#include "core/to_size.hpp"
#include "elements/parts/formula/double_gradient.hpp"
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
    if (contact.gap.equation) {
        equation_ = std::make_shared<const EquationOf<double>>(converted<EquationOf<double>>(*contact.gap.equation));
        for (const Point& point : contact.gap.points)
            if (!point.weights.empty()) add(separation_of(point));
        rough_ = is_rough(*equation_, parts_.size() * dimension_);
        return;
    }
    if (!is_stop(shape_)) {
        add(signed_difference(contact.a, contact.b));
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

std::vector<double> GapFunction::variables(const double* x, const double* v) const {
    const std::size_t half = parts_.size() * dimension_;
    std::vector<double> variables(2 * half + 1);
    for (std::size_t i = 0; i < parts_.size(); ++i) {
        const auto place = parts_[i].at(x), rate = parts_[i].rate(v);
        std::copy_n(place.begin(), dimension_, &variables[i * dimension_]);
        std::copy_n(rate.begin(), dimension_, &variables[half + i * dimension_]);
    }
    return variables;
}

GapFunction::EquationPass GapFunction::pass_at(const double* x, const double* v) const {
    const std::size_t steps = equation_->rate.steps.size();
    EquationPass pass{variables(x, v), {}, std::vector<double>(steps), std::vector<double>(steps)};
    pass.row.resize(pass.variables.size());
    add_equation_row(*equation_, pass.variables.data(), pass.row.data(), pass.values.data(), pass.back.data());
    return pass;
}

void GapFunction::add_slopes(const std::vector<double>& slopes, std::vector<double>& n) const {
    for (std::size_t i = 0; i < parts_.size(); ++i) {
        SeparationFunction::Entries factor{};
        std::copy_n(&slopes[i * dimension_], dimension_, factor.begin());
        parts_[i].add_gradient(factor, n);
    }
}

// Each step of g is rounded by a few units of its last place, which counts as often as g depends on it.
Gap GapFunction::of_equation(const double* x, const double* v) const {
    const EquationPass pass = pass_at(x, v);
    const std::size_t half = parts_.size() * dimension_, value = to_size(equation_->value);
    Gap gap{pass.values[value], 0, 0};
    for (std::size_t i = 0; i < half; ++i) gap.rate += pass.row[i] * pass.variables[half + i];
    for (std::size_t i = 0; i <= value; ++i) gap.scale += std::abs(pass.values[i] * pass.back[i]);
    return gap;
}

double GapFunction::unseen(const double* x, const double* v, const double* next_x, const double* next_v,
                           double length) const {
    if (!rough_) return 0;
    return unseen_between(*equation_, parts_.size() * dimension_, variables(x, v).data(),
                          variables(next_x, next_v).data(), length);
}

Gap GapFunction::at(const double* x, const double* v, const double* angles) const {
    if (equation_) return of_equation(x, v);
    if (shape_ == ContactShape::angle) return of_angle(x, v, angles);
    if (shape_ == ContactShape::slide) return of_slide(x, v);
    const auto r = parts_[0].at(x), w = parts_[0].rate(v);
    double along = 0, rate = 0, size = reach_;
    for (std::size_t k = 0; k < dimension_; ++k) {
        parts_[0].add_size(x, k, size);
        along += (shape_ == ContactShape::plane ? normal_[k] : r[k]) * r[k];
        rate += (shape_ == ContactShape::plane ? normal_[k] : r[k]) * w[k];
    }
    if (shape_ == ContactShape::plane) return {along - reach_, rate, size};
    const double sign = shape_ == ContactShape::balls ? 1 : -1;
    return {sign * (along - reach_ * reach_) / (2 * reach_), sign * rate / reach_, size};
}

void GapFunction::gradient(const double* x, std::vector<double>& n) const {
    std::fill(n.begin(), n.end(), 0.0);
    if (equation_) {
        add_slopes(pass_at(x, x).row, n);
        return;
    }
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
}

std::vector<double> GapFunction::gradient_rate(const std::vector<double>& x, const std::vector<double>& dx) const {
    std::vector<double> rate(x.size());
    if (equation_) {
        EquationPass pass = pass_at(x.data(), dx.data());
        std::vector<double> turn(pass.variables.size());
        add_rate_gradient(*equation_, pass.variables.data(), turn.data(), pass.values.data(), pass.back.data());
        add_slopes(turn, rate);
        return rate;
    }
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

namespace {

double product(const std::vector<double>& a, const std::vector<double>& b) {
    return std::inner_product(a.begin(), a.end(), b.begin(), 0.0);
}

}  // namespace

ImpactLaw::ImpactLaw(const ConstrainedSystem& system)
    : system_(system), tangent_(cchnn_kernels()->tangents_of_one(system, 1e-12, 1)) {}

// The projection of states acts on momenta linearly, as the transpose of P: its derivative along n is P^T n. That of a
// Lagrangian has unit masses in place of M.
ImpactLaw::Direction ImpactLaw::direction(const InitialState& state, const GapFunction& gap) {
    const std::size_t half = state.x.size();
    Direction direction{std::vector<double>(half), std::vector<double>(half), 0, 0};
    gap.gradient(state.x.data(), direction.n);
    if (system_.lagrangian()) {
        std::vector<double> free = direction.change = direction.n;
        impulse_of_lagrangian(system_.forces(), state.x.data(), true, direction.change.data());
        impulse_of_lagrangian(system_.forces(), state.x.data(), false, free.data());
        direction.mu = product(direction.n, direction.change);
        direction.free = product(direction.n, free);
        return direction;
    }
    tangent_->set_state(0, state);
    for (std::size_t i = 0; i < half; ++i) {
        tangent_->set_tangent(i, 0, 0.0);
        tangent_->set_tangent(half + i, 0, direction.n[i]);
    }
    tangent_->project();
    std::vector<double> allowed(half);
    for (std::size_t i = 0; i < half; ++i) allowed[i] = tangent_->tangent(half + i, 0);
    system_.velocity(allowed.data(), direction.change.data());
    direction.mu = product(direction.n, direction.change);
    system_.velocity(direction.n.data(), allowed.data());
    direction.free = product(direction.n, allowed);
    return direction;
}

std::vector<double> ImpactLaw::change_rate(const InitialState& state, const GapFunction& gap,
                                           const Direction& direction, const std::vector<double>& dx) const {
    return impulse_rate_of_lagrangian(system_.forces(), state.x, dx, direction.n, gap.gradient_rate(state.x, dx));
}

}  // namespace cchnn
