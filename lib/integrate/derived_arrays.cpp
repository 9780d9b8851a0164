#include "integrate/derived_arrays.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/parallel_for.hpp"
#include "core/to_size.hpp"
#include "integrate/kernel_door.hpp"
#include "mechanics/base_motion.hpp"
#include "mechanics/rank/pivoted_ldlt.hpp"
#include "mechanics/rank/rank_tolerances.hpp"

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

// Evaluates (1) to (5) for one system, state by state. It owns workspace; TrajectoryWriter owns one for each
// trajectory.
class StateReader {
  public:
    explicit StateReader(const CompiledSystem& compiled)
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

    // Sets the state that the other members refer to. `s` holds parameters of points on curves, counted angles and, of
    // a driven system, work, time and inputs; if null, the first two are found from x and v, and there are no others.
    void see(double t, const double* x, const double* v, const double* s, bool with_acceleration) {
        seen_.see(t, x, v);
        t_ = t;
        x_ = seen_.x();
        v_ = seen_.v();
        system_.momentum(v, momentum_.data());
        if (s) s_.assign(s, s + system_.parameter_count() + system_.driven_size());
        else s_ = system_.nearest_parameters(x_, v_);
        if (with_acceleration) accelerate();
    }

    const std::vector<double>& momentum() const { return momentum_; }
    // In space.
    std::vector<double> acceleration() const {
        if (base_.at_rest()) return acceleration_;
        std::vector<double> whole = acceleration_;
        const std::array<Exact, 3> of_base = base_.rate(2, t_);
        for (std::size_t i = 0; i < size_; ++i)
            whole[i] += static_cast<double>(of_base[i % to_size(system_.dimension())]);
        return whole;
    }

    // (5). Solves A lambda = G (M^-1 f - a) in the independent rows; if these are nearly dependent in this state, in a
    // set of rows that PivotedLdlt chooses among all. `pushed` is M^-1 f - a, the acceleration that the constraints
    // take away.
    void multipliers(double* out) {
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

    // (4), J^T p.
    void generalised_momentum(const double* q, double* out) {
        read_columns(q);
        for (std::size_t j = 0; j < m_; ++j) out[j] = dot(&columns_[j * size_], momentum_.data());
    }

    // (2), the normal equations (J^T M J) qddot = J^T M (a - J' qdot). Here `bias` is the velocity-product (bias)
    // acceleration J' qdot, `left` is a - J' qdot, and `weighted_left` is M times that.
    void generalised_acceleration(const double* q, const double* qdot, double* out) {
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

  private:
    double dot(const double* a, const double* b) const {
        double sum = 0;
        for (std::size_t i = 0; i < size_; ++i) sum += a[i] * b[i];
        return sum;
    }

    void accelerate() {
        std::vector<double> z(x_, x_ + size_), p(size_);
        system_.momentum(v_, p.data());
        z.insert(z.end(), p.begin(), p.end());
        if (system_.dissipative()) z.push_back(0);  // nothing lost yet
        z.insert(z.end(), s_.begin(), s_.end());    // with w, t, u of a driven system
        std::vector<double> rate(z.size());
        cchnn_kernels()->vector_field(system_, z, rate);
        system_.velocity(&rate[size_], acceleration_.data());
    }

    // Solves A lambda = G `pushed` in these rows, and sets 0 in the others; returns the smallest pivot, or 0 if a row
    // depends on others.
    double solve_for(const std::vector<std::size_t>& rows, double vanishes, const std::vector<double>& pushed,
                     double* out) {
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

    // Writes one row of the constraint Jacobian G: its rate is linear in v, so each column is the rate for a unit
    // velocity.
    void write_gradient(std::size_t row, double* out) {
        const std::size_t d = system_.dimension();
        const RowReader at{x_, system_.dimension(), system_.tracks(), s_.data()};
        for (const int node : nodes_[row])
            for (std::size_t j = node * d; j < (to_size(node) + 1) * d; ++j) {
                unit_[j] = 1;
                out[j] = at.phi_rate(system_.rows()[row], unit_.data());
                unit_[j] = 0;
            }
    }

    // A = G M^-1 G^T of the rows in gradient_; `velocity` is M^-1 times a row.
    std::vector<double> products(std::size_t count) const {
        std::vector<double> velocity(size_), matrix(count * count);
        for (std::size_t k = 0; k < count; ++k) {
            system_.velocity(&gradient_[k * size_], velocity.data());
            for (std::size_t l = 0; l <= k; ++l)
                matrix[k * count + l] = matrix[l * count + k] = dot(&gradient_[l * size_], velocity.data());
        }
        return matrix;
    }

    // The columns of J = dx/dq: column j is v for the j-th unit vector as qdot.
    void read_columns(const double* q) {
        std::vector<double> qdot(m_), x(size_);
        columns_.resize(m_ * size_);
        for (std::size_t j = 0; j < m_; ++j) {
            qdot[j] = 1;
            coordinates_.to_cartesian(q, qdot.data(), x.data(), &columns_[j * size_]);
            qdot[j] = 0;
        }
    }

    // The bias acceleration J' qdot: d/dt of v(q(t), qdot) at fixed qdot, by central differences of order 8 along qdot.
    std::vector<double> velocity_rate(const double* q, const double* qdot) const {
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

    const ConstrainedSystem& system_;
    const GeneralisedCoordinates& coordinates_;
    std::size_t size_, m_;
    std::vector<std::size_t> every_, independent_;  // rows
    std::vector<std::vector<int>> nodes_;           // of each row
    const BaseMotion base_;
    SeenFromBase seen_;
    double t_ = 0;
    const double *x_ = nullptr, *v_ = nullptr;
    std::vector<double> s_, momentum_, acceleration_, unit_, gradient_, columns_;
};

// Writes the derived arrays of one trajectory into its part of the arrays of the batch.
class TrajectoryWriter {
  public:
    TrajectoryWriter(const CompiledSystem& compiled, const TrajectoryBatch& batch, double dt,
                     const DerivedChoice& choice)
        : batch_(batch),
          dt_(dt),
          choice_(choice),
          state_(compiled.system.state_size()),
          m_(batch.q.empty() ? 0 : to_size(compiled.coordinates.count())),
          parameters_(compiled.system.parameter_count() + compiled.system.driven_size()),
          inputs_(compiled.system.inputs().size()),
          driven_(compiled.system.driven_size()),
          rows_(compiled.system.rows().size()),
          reader_(compiled) {}

    void write(std::size_t trajectory, DerivedArrays& out) {
        const std::size_t samples = batch_.samples;
        const std::size_t whole = batch_.outcomes[trajectory].samples;
        for (std::size_t k = trajectory * samples; k < trajectory * samples + whole; ++k) write_sample(k, out);
    }

  private:
    void write_sample(std::size_t k, DerivedArrays& out) {
        const std::vector<double> s = parameters_of(k);
        const double t = static_cast<double>(k % to_size(batch_.samples)) * dt_;
        reader_.see(t, &batch_.x[k * state_], &batch_.v[k * state_], s.size() == parameters_ ? s.data() : nullptr,
                    choice_.acceleration || choice_.multipliers);
        const bool coordinates = m_ > 0;
        if (choice_.acceleration) copy(reader_.acceleration(), k, out.acceleration);
        if (choice_.acceleration && coordinates)
            reader_.generalised_acceleration(&batch_.q[k * m_], &batch_.qdot[k * m_], &out.qddot[k * m_]);
        if (choice_.momentum) copy(reader_.momentum(), k, out.momentum);
        if (choice_.momentum && coordinates)
            reader_.generalised_momentum(&batch_.q[k * m_], &out.generalised_momentum[k * m_]);
        if (choice_.multipliers && rows_ > 0) reader_.multipliers(&out.multipliers[k * rows_]);
    }
    // The state parameters of sample k: those of curves, then counted angles, then work, time and inputs of a driven
    // system.
    std::vector<double> parameters_of(std::size_t k) const {
        std::vector<double> s;
        for (const auto* part : {&batch_.track_parameter, &batch_.counted_angle}) {
            const auto width = static_cast<long>(part->size() / batch_.energy.size());
            const auto from = part->begin() + k * width;
            s.insert(s.end(), from, from + width);
        }
        if (inputs_ == 0) return s;
        const auto sample = static_cast<double>(k % to_size(batch_.samples));
        const auto u = batch_.u.begin() + k * inputs_;
        s.insert(s.end(), {0.0, sample * dt_});
        s.insert(s.end(), u, u + static_cast<long>(inputs_));
        s.resize(s.size() + driven_ - 2 - inputs_);  // inputs of Origins that move and slopes of inputs: 0
        return s;
    }
    void copy(const std::vector<double>& from, std::size_t k, std::vector<double>& to) const {
        std::copy(from.begin(), from.end(), to.begin() + k * state_);
    }

    const TrajectoryBatch& batch_;
    const double dt_;
    const DerivedChoice& choice_;
    std::size_t state_, m_, parameters_, inputs_, driven_, rows_;
    StateReader reader_;
};

DerivedArrays empty_arrays(const CompiledSystem& compiled, const TrajectoryBatch& batch, const DerivedChoice& choice) {
    const std::size_t states = to_size(batch.count) * batch.samples;
    const std::size_t n = states * compiled.system.state_size();
    const std::size_t m = batch.q.size(), c = states * compiled.system.rows().size();
    constexpr double nan = std::numeric_limits<double>::quiet_NaN();
    const auto filled = [&](bool wanted, std::size_t size) { return std::vector<double>(wanted ? size : 0, nan); };
    return {filled(choice.acceleration, n), filled(choice.acceleration, m), filled(choice.momentum, n),
            filled(choice.momentum, m), filled(choice.multipliers, c)};
}

}  // namespace

DerivedArrays derived_arrays(const CompiledSystem& compiled, const TrajectoryBatch& batch, double dt,
                             const DerivedChoice& choice, int threads) {
    DerivedArrays out = empty_arrays(compiled, batch, choice);
    if (!choice.any()) return out;
    const std::size_t varied = batch.count > 0 ? batch.parameters.size() / to_size(batch.count) : 0;
    parallel_for(batch.count, threads, [&](std::size_t i) {
        if (varied == 0) return TrajectoryWriter(compiled, batch, dt, choice).write(i, out);
        const double* own = &batch.parameters[i * varied];
        const CompiledSystem member(compiled.spec, compiled.system, {own, own + varied});
        TrajectoryWriter(member, batch, dt, choice).write(i, out);
    });
    return out;
}

}  // namespace cchnn
