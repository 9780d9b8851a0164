#include "sample/tangent_noise.hpp"

#include <algorithm>
#include <cmath>

#include "core/errors.hpp"
#include "core/to_size.hpp"
#include "mechanics/inertia_root.hpp"
#include "mechanics/rank/rank_tolerances.hpp"
#include "mechanics/rows/row_values.hpp"
#include "mechanics/rows/sparse_ldlt.hpp"

namespace cchnn {
namespace {

// Cholesky factor of a symmetric positive definite (n, n) matrix.
std::vector<double> lower_root(const std::vector<double>& matrix, std::size_t n) {
    std::vector<double> root(n * n);
    for (std::size_t i = 0; i < n; ++i)
        for (std::size_t j = 0; j <= i; ++j) {
            double rest = matrix[i * n + j];
            for (std::size_t k = 0; k < j; ++k) rest -= root[i * n + k] * root[j * n + k];
            root[i * n + j] = i == j ? std::sqrt(rest) : rest / root[j * n + j];
        }
    return root;
}

// The projection (1) at one x of a system in D dimensions; owns Jacobian and factors.
template <int D>
class TangentSpace {
  public:
    TangentSpace(const ConstrainedSystem& system, double t)
        : system_(system),
          plan_(system.plan()),
          rows_(plan_),
          ldlt_(plan_.pattern),
          matrix_(plan_.coupling_begin.size() - 1),
          lambda_(plan_.row.size()),
          force_(system.state_size()),
          step_(force_) {
        rows_.set_time(t);
    }

    // Reads the Jacobian at x and factors A; with `positions`, without velocity-level rows.
    void at(const std::vector<double>& x, std::vector<double>& s, bool positions) {
        positions_ = positions;
        rows_.read_tracks(s.data());
        rows_.read_positions(x.data());
        for (int polish = 0; polish < 4 && !s.empty(); ++polish) rows_.polish_tracks(s.data(), true);
        rows_.inverse_constraint_inertia(matrix_.data());
        if (positions) leave_out_velocity_rows();
        ldlt_.factor(matrix_.data());
    }

    // (1), in place: of a displacement, or of velocities, which follow rows that move in time.
    void project(std::vector<double>& u, bool velocities) {
        rows_.read_velocities(u.data());
        rows_.rate(lambda_.data());
        if (velocities) rows_.add_drift(lambda_.data());
        take_off(u);
    }

    // One Newton step towards Phi = 0; returns the largest relative residual before it.
    double approach(std::vector<double>& x) {
        rows_.residual(lambda_.data());
        double worst = 0;
        for (std::size_t k = 0; k < lambda_.size(); ++k)
            worst = std::isfinite(lambda_[k]) ? std::max(worst, std::fabs(lambda_[k]) / plan_.scale[k]) : NAN;
        take_off(x);
        return worst;
    }

  private:
    bool left_out(std::size_t k) const { return positions_ && !plan_.on_positions(k); }

    // Turns the equations of velocity-level rows into lambda = 0 without a change of the pattern.
    void leave_out_velocity_rows() {
        for (std::size_t k = 0; k < lambda_.size(); ++k) {
            const auto begin = to_size(plan_.pattern.a_begin[k]), diagonal = to_size(plan_.pattern.a_begin[k + 1]) - 1;
            for (std::size_t e = begin; e < diagonal; ++e)
                if (left_out(k) || left_out(plan_.pattern.a_columns[e])) matrix_[e] = 0;
            if (left_out(k)) matrix_[diagonal] = 1;
        }
    }

    // u - M^-1 G^T (G M^-1 G^T)^-1 lambda.
    void take_off(std::vector<double>& u) {
        for (std::size_t k = 0; k < lambda_.size(); ++k)
            if (left_out(k)) lambda_[k] = 0;
        ldlt_.solve(lambda_.data());
        std::ranges::fill(force_, 0.0);
        rows_.add_gradient(lambda_.data(), force_.data());
        system_.velocity(force_.data(), step_.data());
        for (std::size_t i = 0; i < u.size(); ++i) u[i] -= step_[i];
    }

    const ConstrainedSystem& system_;
    const SolvePlan& plan_;
    RowValues<double, D> rows_;
    Ldlt<double> ldlt_;
    std::vector<double> matrix_, lambda_, force_, step_;
    bool positions_ = true;
};

// The random numbers of (2) and (3), (n, d) each.
struct Noise {
    std::vector<double> xi, eta;
};

// Applies (2) and (3). False if the Newton iteration of (2) does not converge.
template <int D>
bool move(const ConstrainedSystem& system, NoiseSize size, Noise& noise, InitialState& state) {
    constexpr int most_steps = 50;
    constexpr double nearly_there = 1e-10;  // Newton is quadratic: the step just taken leaves rounding
    TangentSpace<D> tangent(system, state.t);
    tangent.at(state.x, state.s, true);
    tangent.project(noise.xi, false);
    for (std::size_t i = 0; i < state.x.size(); ++i) state.x[i] += size.position * noise.xi[i];
    double off = INFINITY;
    for (int step = 0; step < most_steps && off >= nearly_there; ++step) {
        tangent.at(state.x, state.s, true);
        off = tangent.approach(state.x);
        if (std::isnan(off)) return false;
    }
    tangent.at(state.x, state.s, false);
    for (std::size_t i = 0; i < state.v.size(); ++i) state.v[i] += size.velocity * noise.eta[i];
    tangent.project(state.v, true);
    return off < nearly_there;
}

bool move_in(const ConstrainedSystem& system, NoiseSize size, Noise& noise, InitialState& state) {
    if (system.dimension() == 1) return move<1>(system, size, noise, state);
    return system.dimension() == 2 ? move<2>(system, size, noise, state) : move<3>(system, size, noise, state);
}

}  // namespace

TangentNoise::TangentNoise(const ConstrainedSystem& system, const Sampler& sampler)
    : system_(system), sampler_(sampler), root_(lower_root(system.inverse_mass_matrix(), system.node_count())) {}

// N(0, M^-1) by node: root_ times independent N(0, 1), for each axis of space. M(q) = L L^T of a Lagrangian is that of the
// state, and L^T xi is N(0, 1).
std::vector<double> TangentNoise::white(const std::vector<double>& x, RandomStream& random) const {
    const std::size_t n = system_.node_count(), d = system_.dimension();
    std::vector<double> normals(n * d), xi(n * d);
    for (double& normal : normals) normal = random.normal();
    if (system_.lagrangian()) {
        const std::vector<double> root = inertia_root(system_, x);
        for (std::size_t i = n; i-- > 0;) {
            xi[i] = normals[i];
            for (std::size_t j = i + 1; j < n; ++j) xi[i] -= root[j * n + i] * xi[j];
            xi[i] /= root[i * n + i];
        }
        return xi;
    }
    for (std::size_t i = 0; i < n; ++i)
        for (std::size_t j = 0; j <= i; ++j)
            for (std::size_t k = 0; k < d; ++k) xi[i * d + k] += root_[i * n + j] * normals[j * d + k];
    return xi;
}

InitialState TangentNoise::moved(const InitialState& state, NoiseSize size, RandomStream random) const {
    InitialState moved = state;
    if (moved.s.size() != system_.parameter_count())
        moved.s = system_.nearest_parameters(state.x.data(), state.v.data());
    Noise noise{white(state.x, random), {}};
    noise.eta = white(state.x, random);
    std::shared_ptr<const ConstrainedSystem> others;  // solved for rows that are independent here
    if (const RowSelectionMonitor* rows = system_.row_selection_monitor();
        rows && rows->conditioning(system_, state.x.data(), moved.s.data()) <= rank_tolerances::six_digits_lost)
        others = rows->reselected(system_, state.x.data(), moved.s.data());
    // The second projection also brings in rows outside the solve, points on curves and counted angles.
    if (!move_in(others ? *others : system_, size, noise, moved) || !sampler_.project(moved))
        throw NumericalError("", "a perturbed initial state cannot be projected onto the constraints");
    return moved;
}

}  // namespace cchnn
