#include "integrate/state_quantities.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "core/to_size.hpp"
#include "integrate/kernel_door.hpp"
#include "mechanics/rank/pivoted_ldlt.hpp"
#include "mechanics/rank/rank_tolerances.hpp"
#include "mechanics/rows/equation_at.hpp"

namespace cchnn {
namespace {

// The nodes whose coordinates enter a row, ascending.
std::vector<int> nodes_of(const ConstraintRow& row) {
    std::vector<int> nodes;
    const auto add = [&](const Separation& separation) {
        for (const NodeWeight& w : separation.weights) nodes.push_back(index(w.node));
    };
    add(row.separation);
    for (const Separation& axis : row.axes) add(axis);
    std::sort(nodes.begin(), nodes.end());
    nodes.erase(std::unique(nodes.begin(), nodes.end()), nodes.end());
    return nodes;
}

}  // namespace

StateQuantities::StateQuantities(const CompiledSystem& compiled)
    : system_(compiled.system),
      coordinates_(compiled.coordinates),
      size_(system_.state_size()),
      m_(coordinates_.count()),
      base_(system_),
      seen_(system_),
      momentum_(size_),
      acceleration_(size_),
      unit_(size_) {
    for (std::size_t c = 0; c < system_.rows().size(); ++c) {
        every_.push_back(c);
        nodes_.push_back(nodes_of(system_.rows()[c]));
        if (system_.rows()[c].independent) independent_.push_back(c);
    }
}

void StateQuantities::see(double t, const double* x, const double* v, const double* s, bool with_acceleration) {
    seen_.see(t, x, v);
    t_ = t;
    x_ = seen_.x();
    v_ = seen_.v();
    system_.momentum(v, momentum_.data());
    if (s) s_.assign(s, s + system_.parameter_count() + system_.driven_size());
    else s_ = system_.nearest_parameters(x_, v_);
    if (!with_acceleration) return;
    std::vector<double> z;
    append_state(z);
    std::vector<double> rate(z.size());
    cchnn_kernels()->vector_field(system_, z, rate);
    take_rate(t, rate.data());
}

void StateQuantities::append_state(std::vector<double>& z) const {
    const std::size_t first = z.size();
    z.insert(z.end(), x_, x_ + size_);
    z.resize(first + 2 * size_);
    system_.momentum(v_, &z[first + size_]);
    if (system_.dissipative()) z.push_back(0);  // nothing lost yet
    z.insert(z.end(), s_.begin(), s_.end());    // with w, t, u of a driven system
}

void StateQuantities::take_rate(double t, const double* rate) {
    t_ = t;
    system_.velocity(rate + size_, acceleration_.data());
}

std::vector<double> StateQuantities::acceleration() const {
    if (base_.at_rest()) return acceleration_;
    std::vector<double> whole = acceleration_;
    const std::array<Exact, 3> of_base = base_.rate(2, t_);
    for (std::size_t i = 0; i < size_; ++i) whole[i] += static_cast<double>(of_base[i % to_size(system_.dimension())]);
    return whole;
}

void StateQuantities::jacobian(double* out) {
    std::fill(out, out + every_.size() * size_, 0.0);
    for (const std::size_t row : every_) write_gradient(row, out + row * size_);
}

void StateQuantities::multipliers(double* out) {
    std::vector<double> force(size_), pushed(size_);
    if (system_.dimension() == 1) forces_at<1>(system_.forces(), x_, v_, s_.data(), force.data());
    if (system_.dimension() == 2) forces_at<2>(system_.forces(), x_, v_, s_.data(), force.data());
    if (system_.dimension() == 3) forces_at<3>(system_.forces(), x_, v_, s_.data(), force.data());
    system_.velocity(force.data(), pushed.data());
    for (std::size_t i = 0; i < size_; ++i) pushed[i] -= acceleration_[i];
    if (solve_for(independent_, rank_tolerances::of_multipliers, pushed, out) > rank_tolerances::nearly_dependent ||
        !system_.row_selection_monitor())
        return;
    solve_for(every_, rank_tolerances::of_all_multipliers, pushed, out);
}

void StateQuantities::generalised_momentum(const double* q, double* out) {
    read_columns(q);
    for (std::size_t j = 0; j < m_; ++j) out[j] = dot(&columns_[j * size_], momentum_.data());
}

void StateQuantities::generalised_acceleration(const double* q, const double* qdot, double* out) {
    read_columns(q);
    std::vector<double> left(acceleration_), weighted_left(size_), matrix(m_ * m_), weighted(m_ * size_);
    const std::vector<double> bias = velocity_rate(q, qdot);
    for (std::size_t i = 0; i < size_; ++i) left[i] -= bias[i];
    system_.momentum(left.data(), weighted_left.data());
    for (std::size_t j = 0; j < m_; ++j) system_.momentum(&columns_[j * size_], &weighted[j * size_]);
    for (std::size_t j = 0; j < m_; ++j) {
        out[j] = dot(&columns_[j * size_], weighted_left.data());
        for (std::size_t k = 0; k < m_; ++k)
            matrix[j * m_ + k] = dot(&columns_[std::max(j, k) * size_], &weighted[std::min(j, k) * size_]);
    }
    PivotedLdlt solver;
    solver.factor(std::move(matrix), m_, rank_tolerances::of_multipliers);
    solver.solve(out);
}

double StateQuantities::dot(const double* a, const double* b) const {
    double sum = 0;
    for (std::size_t i = 0; i < size_; ++i) sum += a[i] * b[i];
    return sum;
}

// Solves A lambda = G `pushed` in these rows, and sets 0 in the others; returns the smallest pivot, or 0 if a row
// depends on others.
double StateQuantities::solve_for(const std::vector<std::size_t>& rows, double vanishes,
                                  const std::vector<double>& pushed, double* out) {
    std::vector<double> right(rows.size());
    gradient_.assign(rows.size() * size_, 0.0);
    for (std::size_t k = 0; k < rows.size(); ++k) write_gradient(rows[k], &gradient_[k * size_]);
    PivotedLdlt solver;
    solver.factor(products(rows.size()), rows.size(), vanishes);
    for (std::size_t k = 0; k < rows.size(); ++k) right[k] = dot(&gradient_[k * size_], pushed.data());
    solver.solve(right.data());
    std::fill(out, out + system_.rows().size(), 0.0);
    for (std::size_t k = 0; k < rows.size(); ++k) out[rows[k]] = right[k];
    return solver.rank() < rows.size() ? 0 : solver.smallest_pivot();
}

// Writes one row of the constraint Jacobian G: its rate is linear in v, so each column is the rate for a unit velocity, less
// that at rest.
void StateQuantities::write_gradient(std::size_t row, double* out) {
    const std::size_t d = system_.dimension();
    const RowReader at{x_, system_.dimension(), system_.tracks(), s_.data()};
    const ConstraintRow& of = system_.rows()[row];
    for (const int node : nodes_[row])
        for (std::size_t j = node * d; j < (to_size(node) + 1) * d; ++j) {
            unit_[j] = 1;
            out[j] = of.equation ? equation_at(at, of, t_, unit_.data()) : at.phi_rate(of, unit_.data());
            unit_[j] = 0;
            if (of.equation) out[j] -= equation_at(at, of, t_, unit_.data());
        }
}

// A = G M^-1 G^T of the rows in gradient_; `velocity` is M^-1 times a row.
std::vector<double> StateQuantities::products(std::size_t count) const {
    std::vector<double> velocity(size_), matrix(count * count);
    for (std::size_t k = 0; k < count; ++k) {
        system_.velocity(&gradient_[k * size_], velocity.data());
        for (std::size_t l = 0; l <= k; ++l)
            matrix[k * count + l] = matrix[l * count + k] = dot(&gradient_[l * size_], velocity.data());
    }
    return matrix;
}

// The columns of J = dx/dq: column j is v for the j-th unit vector as qdot.
void StateQuantities::read_columns(const double* q) {
    std::vector<double> qdot(m_), x(size_);
    columns_.resize(m_ * size_);
    for (std::size_t j = 0; j < m_; ++j) {
        qdot[j] = 1;
        coordinates_.to_cartesian(q, qdot.data(), x.data(), &columns_[j * size_]);
        qdot[j] = 0;
    }
}

// The bias acceleration J' qdot: d/dt of v(q(t), qdot) at fixed qdot, by central differences of order 8 along qdot.
std::vector<double> StateQuantities::velocity_rate(const double* q, const double* qdot) const {
    constexpr double weights[] = {4.0 / 5, -1.0 / 5, 4.0 / 105, -1.0 / 280};
    double rates = 0;
    for (std::size_t j = 0; j < m_; ++j) rates += std::fabs(qdot[j]);
    std::vector<double> sum(size_, 0.0), at(m_), x(size_), v(size_);
    if (rates == 0) return sum;
    const double h = 1.0 / 32 / rates;
    for (int k = 4; k >= 1; --k)
        for (const double sign : {-1.0, 1.0}) {
            for (std::size_t j = 0; j < m_; ++j) at[j] = q[j] + sign * k * h * qdot[j];
            coordinates_.to_cartesian(at.data(), qdot, x.data(), v.data());
            for (std::size_t i = 0; i < size_; ++i) sum[i] += sign * weights[k - 1] * v[i];
        }
    for (double& entry : sum) entry /= h;
    return sum;
}

}  // namespace cchnn
