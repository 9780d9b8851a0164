#pragma once
// The vector field of the constrained Hamiltonian system, dz/dt = P J grad H (paper eq. 6), by two solves with a
// symmetric positive definite matrix of the size of the constraints. G is the constraint Jacobian, z = (x, p):
//
//   (1)  v        = M^-1 p
//   (2)  lambda_2 = -A^-1 G v                  A = G M^-1 G^T; zero on the manifold, removes drift in dPhi/dt
//   (3)  dx/dt    = v + M^-1 G^T lambda_2
//   (4)  f        = -dV/dx - dR/dv + F - W^T lambda_2      W = d(G v)/dx; F(x, v) of gyroscopic forces, v . F = 0
//   (5)  lambda_1 = A^-1 (W dx/dt + G M^-1 f)
//   (6)  dp/dt    = f - G^T lambda_1
//
// This follows from the block form [[0, A], [-A^T, S]] of (D Psi) J (D Psi)^T. lambda_1 are the Lagrange multipliers of
// Phi = 0, lambda_2 those of G v = 0; W dx/dt is the bias (Coriolis and centrifugal) term of the constraint
// acceleration. The projection onto the manifold is Newton's method in the mass metric:
//
//   (7)  x <- x - M^-1 G^T A^-1 Phi,   p <- p - G^T A^-1 G v
//
// On the manifold lambda_2 = 0, and what is left is
//
//   (8)  dx/dt = v,   f = -dV/dx - dR/dv + F,   lambda_1 = A^-1 (W v + G M^-1 f),   dp/dt = f - G^T lambda_1
//
// This is the same vector field on the manifold, and preserves the manifold too. Off it the two differ by terms of the
// size of G v, as far as the stages of a step are off. Steppers that project after each step use (8), which costs a
// third less.
//
// Velocity-level (nonholonomic) constraints, Rolling with A(x) v = 0, are rows of G without a Phi: (1) to (6) hold
// unchanged. On the manifold lambda_2 = 0, and (5), (6) are paper eq. (7) with A for its D Phi. In (7) only rows of Phi
// move x. Energy is conserved, but the flow is not Hamiltonian.
//
// The rate of a row that moves in time is G v + c, with c = dPhi/dt at rest: it takes the place of G v in (2) and (7), and
// (5), (8) have the derivative of the rate by t besides W v. Its force has the power lambda_1 c.
//
// A dissipative system has one more state component, the dissipated energy e, and points on curves have parameters s: z
// = (x, p, e, s).
//
// Real is double, Lanes, double-double lanes, a dual or a quad type; only + - * / sqrt, in a fixed order, so that
// results do not depend on the machine. One object per thread: it owns workspace.

#include <type_traits>
#include <vector>

#include "core/to_size.hpp"
#include "mechanics/kernels/distance_rows.hpp"
#include "mechanics/kernels/newton_residual.hpp"
#include "mechanics/rows/row_values.hpp"
#include "mechanics/rows/sparse_ldlt.hpp"
#include "mechanics/system_constants.hpp"
#include "numbers/lanes.hpp"

namespace cchnn {

// The kernel for any set of constraints in D dimensions (a constant, so that loops over components unroll). `Rows`
// evaluates the Jacobian: RowValues, or the faster DistanceRows where all rows are distances.
template <class Real, int D, class Rows>
class DynamicsInDimension {
  public:
    using Constant = typename Rows::Constant;

    explicit DynamicsInDimension(const SystemConstants<Constant>& system)
        : system_(system),
          plan_(system.plan),
          rows_(plan_),
          ldlt_(plan_.pattern),
          a_(plan_.pattern.a_columns.size(), Real(0.0)),
          lambda_(plan_.row.size(), Real(0.0)),
          v_(system.state_size, Real(0.0)),
          force_(v_),
          move_(v_) {}

    void constants_changed() { rows_.constants_changed(); }

    // s, ds: parameters of points on curves and their rates. Returns the rate at which energy is lost.
    Real evaluate(const Real* x, const Real* p, const Real* s, Real* dx, Real* dp, [[maybe_unused]] Real* ds) {
        system_.masses.template multiply_inverse<D>(p, v_.data());
        read_parameters(s);
        rows_.read(x, v_.data(), lambda_.data());
        factor();
        return evaluate_read(x, s, dx, dp, ds);
    }
    // (8)
    Real evaluate_on_manifold(const Real* x, const Real* p, const Real* s, Real* dx, Real* dp,
                              [[maybe_unused]] Real* ds) {
        system_.masses.template multiply_inverse<D>(p, dx);
        read_parameters(s);
        rows_.read_motion(x, dx);
        factor();
        return accelerate(x, s, dx, dp, ds);
    }
    // (8) where project() has just returned x and s in every lane: Jacobian and factors are those of this state.
    Real evaluate_projected(const Real* x, const Real* p, const Real* s, Real* dx, Real* dp,
                            [[maybe_unused]] Real* ds) {
        system_.masses.template multiply_inverse<D>(p, dx);
        rows_.read_velocities(dx);
        return accelerate(x, s, dx, dp, ds);
    }

    void project(Real* x, Real* p, [[maybe_unused]] Real* s, const Mask<Real>& active) {
        if (plan_.row.empty()) return;
        Mask<Real> moving = active;
        // Four steps reach rounding from any accepted step.
        for (int step = 0; step < 4 && any(moving); ++step) moving = move_onto(x, s, moving);
        rows_.read_positions(x);
        if constexpr (!distances_only) rows_.polish_tracks(s, active);
        system_.masses.template multiply_inverse<D>(p, v_.data());
        rows_.read_velocities(v_.data(), lambda_.data());
        factor();
        ldlt_.solve(lambda_.data());
        gradient();
        for (std::size_t i = 0; i < v_.size(); ++i) p[i] = select(active, p[i] - force_[i], p[i]);
    }

  private:
    // (2) to (6), from the Jacobian, its factors, and the rates G v in lambda_.
    Real evaluate_read(const Real* x, const Real* s, Real* dx, Real* dp, [[maybe_unused]] Real* ds) {
        const NodeMassesOf<Constant>& masses = system_.masses;
        Real *const v = v_.data(), *const move = move_.data(), *const force = force_.data(),
                    *const lambda = lambda_.data();
        const std::size_t n = v_.size();
        if constexpr (!distances_only) rows_.track_rates(ds);
        ldlt_.solve(lambda);  // (2), negated

        const Real power_lost = forces_at<D>(system_.forces, x, v, s, dp);
        for (std::size_t i = 0; i < n; ++i) force[i] = Real(0.0);
        rows_.add_gradients(lambda, force, dp);             // (4)
        masses.template subtract_inverse<D>(v, force, dx);  // (3)

        masses.template multiply_inverse<D>(dp, move);
        rows_.constraint_acceleration(dx, move, lambda);
        ldlt_.solve(lambda);                  // (5)
        rows_.subtract_gradient(lambda, dp);  // (6)
        note_power(lambda, ds);
        return power_lost;
    }

    // (8) from the Jacobian, its rates and factors; dx is v.
    Real accelerate(const Real* x, const Real* s, const Real* dx, Real* dp, [[maybe_unused]] Real* ds) {
        Real *const move = move_.data(), *const lambda = lambda_.data();
        if constexpr (!distances_only) rows_.track_rates(ds);
        const Real power_lost = forces_at<D>(system_.forces, x, dx, s, dp);
        system_.masses.template multiply_inverse<D>(dp, move);
        rows_.constraint_acceleration(move, lambda);
        ldlt_.solve(lambda);
        rows_.subtract_gradient(lambda, dp);
        note_power(lambda, ds);
        return power_lost;
    }

    // Whether there are neither velocity-level rows nor curves.
    static constexpr bool distances_only = std::is_same_v<Rows, DistanceRows<Real, D, Constant>>;

    // What rows depend on other than positions: curve parameters, and the time.
    void read_parameters([[maybe_unused]] const Real* s) {
        if constexpr (!distances_only) {
            if (rows_.moves()) rows_.set_time(s[system_.forces.driven.first + 1]);
            rows_.read_tracks(s);
        }
    }
    // The power of rows that move is the rate of the work w.
    void note_power([[maybe_unused]] const Real* lambda, [[maybe_unused]] Real* ds) const {
        if constexpr (!distances_only)
            if (rows_.moves()) ds[system_.forces.driven.first] = rows_.power(lambda);
    }

    void factor() {
        rows_.inverse_constraint_inertia(a_.data());
        ldlt_.factor(a_.data());
    }
    // The constraint forces force_ = G^T lambda.
    void gradient() {
        for (Real& c : force_) c = Real(0.0);
        rows_.add_gradient(lambda_.data(), force_.data());
    }
    // out = M^-1 G^T lambda
    void correction(Real* out) {
        gradient();
        system_.masses.template multiply_inverse<D>(force_.data(), out);
    }

    // One Newton step (7) on positions; returns the lanes that need another one.
    Mask<Real> move_onto(Real* x, [[maybe_unused]] Real* s, const Mask<Real>& moving) {
        read_parameters(s);
        rows_.read_positions(x);
        if constexpr (!distances_only) rows_.polish_tracks(s, moving);
        rows_.residual(lambda_.data());
        rows_.inverse_constraint_inertia(a_.data());
        if constexpr (!distances_only) plan_.decouple(a_.data());
        ldlt_.factor(a_.data());
        Real worst = Real(0.0);
        for (std::size_t k = 0; k < plan_.row.size(); ++k) {
            const Real relative = absolute(lambda_[k]) / plan_.scale[k];
            worst = select(relative > worst, relative, worst);
        }
        ldlt_.solve(lambda_.data());
        correction(move_.data());
        for (std::size_t i = 0; i < v_.size(); ++i) x[i] = select(moving, x[i] - move_[i], x[i]);
        return moving && worst > Real(newton_residual<Real>);
    }

    const SystemConstants<Constant>& system_;
    const SolvePlanOf<Constant>& plan_;
    Rows rows_;
    Ldlt<Real> ldlt_;
    std::vector<Real> a_, lambda_, v_, force_, move_;
};

}  // namespace cchnn
