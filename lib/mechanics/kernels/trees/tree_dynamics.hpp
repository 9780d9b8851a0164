#pragma once
// general_dynamics.hpp (7) and (8) for trees of rigid bodies with a few rows outside the tree: the tree by the
// articulated-body algorithm (tree_solver.hpp), and the rows outside the tree by a small full matrix on top of it, the
// Schur complement of the tree. With T(f) the tree's answer M a to forces f,
//
//   (1)  f_0 = T(f),   Y_k = T(-G_k^T) = -(G_k^T + forces of the tree's rows)       without tau
//   (2)  A_kl = -G_k M^-1 Y_l,   A lambda = tau + G M^-1 f_0,   f' = f_0 + sum_k lambda_k Y_k
//
// A is G M^-1 G^T of the rows outside the tree on the subspace where the tree's rows hold, symmetric and positive
// definite.

#include <memory>
#include <vector>

#include "core/to_size.hpp"
#include "mechanics/kernels/newton_residual.hpp"
#include "mechanics/kernels/trees/tree_solver.hpp"
#include "mechanics/rows/row_values.hpp"
#include "mechanics/rows/sparse_ldlt.hpp"
#include "mechanics/system_constants.hpp"
#include "numbers/lanes.hpp"

namespace cchnn {

// `Whole` is the kernel of paper eq. (6), valid off the manifold too; it is made when first needed.
template <class Real, int D, class Whole>
class TreeDynamics {
  public:
    using Constant = typename Whole::Constant;

    explicit TreeDynamics(const SystemConstants<Constant>& system) : TreeDynamics(system, system.tree) {}
    TreeDynamics(const SystemConstants<Constant>& system, const RigidTreeOf<Constant>& tree)
        : system_(system),
          scale_(tree.off_tree.scale),
          tree_(tree.bodies),
          rows_(tree.off_tree),
          loops_(tree.off_tree.row.size()),
          ldlt_(tree.pattern),
          a_(tree.pattern.a_columns.size(), Real(0.0)),
          lambda_(loops_, Real(0.0)),
          v_(system.state_size, Real(0.0)),
          move_(v_),
          answers_(loops_ * v_.size(), Real(0.0)) {}

    void constants_changed() {
        rows_.constants_changed();
        if (whole_) whole_->constants_changed();
    }

    // As in dynamics.hpp; a tree has no curve parameters.
    Real evaluate(const Real* x, const Real* p, const Real* s, Real* dx, Real* dp, Real* ds) {
        if (!whole_) whole_ = std::make_unique<Whole>(system_);
        return whole_->evaluate(x, p, s, dx, dp, ds);
    }
    Real evaluate_on_manifold(const Real* x, const Real* p, const Real* s, Real* dx, Real* dp, Real*) {
        return accelerate<true>(x, p, s, dx, dp);
    }
    Real evaluate_projected(const Real* x, const Real* p, const Real* s, Real* dx, Real* dp, Real*) {
        return accelerate<false>(x, p, s, dx, dp);
    }

    void project(Real* x, Real* p, Real*, const Mask<Real>& active) {
        Mask<Real> moving = active;
        // Four steps reach rounding from any accepted step.
        for (int step = 0; step < 4 && any(moving); ++step) moving = move_onto(x, moving);
        velocities(p);
        Real* const kick = move_.data();
        tree_.template solve<true, Asked::velocities>({x, v_.data(), nullptr}, kick);
        if (loops_ > 0) {
            rows_.read_positions(x);
            rows_.read_velocities(v_.data(), lambda_.data());
            factor();
            close(kick);
        }
        for (std::size_t i = 0; i < v_.size(); ++i) p[i] = select(active, p[i] + kick[i], p[i]);
    }

  private:
    void velocities(const Real* p) { system_.masses.template multiply_inverse<D>(p, v_.data()); }

    template <bool positions>
    Real accelerate(const Real* x, const Real* p, const Real* s, Real* dx, Real* dp) {
        system_.masses.template multiply_inverse<D>(p, dx);
        const Real power_lost = forces_at<D>(system_.forces, x, dx, s, dp);
        tree_.template solve<positions, Asked::accelerations>({x, dx, dp, loops_ > 0}, dp);
        if (loops_ > 0) {
            if constexpr (positions) rows_.read_positions(x);
            rows_.read_velocities(dx);
            if constexpr (positions) factor();
            rows_.bias_acceleration(lambda_.data());
            close(dp);
        }
        return power_lost;
    }

    // Y and A of (1), (2), after the tree and the rows outside the tree have been read: one solve of the tree for each
    // row.
    void factor() {
        const std::size_t n = v_.size();
        std::vector<Real>& unit = row_;
        for (std::size_t k = 0; k < loops_; ++k) {
            Real* const answer = &answers_[k * n];
            for (std::size_t i = 0; i < n; ++i) answer[i] = Real(0.0);
            unit.assign(loops_, Real(0.0));
            unit[k] = Real(1.0);
            rows_.subtract_gradient(unit.data(), answer);
            tree_.template solve<false, Asked::nothing>({nullptr, nullptr, answer}, answer);
            system_.masses.template multiply_inverse<D>(answer, v_.data());
            unit.assign(loops_, Real(0.0));
            rows_.add_jacobian_product(v_.data(), unit.data());
            for (std::size_t l = 0; l <= k; ++l) a_[k * (k + 1) / 2 + l] = -unit[l];
        }
        ldlt_.factor(a_.data());
    }
    // (2), with f_0 in f and tau in lambda_: adds the forces of the rows outside the tree.
    void close(Real* f) {
        const std::size_t n = v_.size();
        system_.masses.template multiply_inverse<D>(f, v_.data());
        rows_.add_jacobian_product(v_.data(), lambda_.data());
        ldlt_.solve(lambda_.data());
        for (std::size_t k = 0; k < loops_; ++k) {
            const Real* const answer = &answers_[k * n];
            for (std::size_t i = 0; i < n; ++i) f[i] = f[i] + lambda_[k] * answer[i];
        }
    }

    // One Newton step on positions; returns the lanes that need another one.
    Mask<Real> move_onto(Real* x, const Mask<Real>& moving) {
        Real* const f = move_.data();
        Real worst = tree_.template solve<true, Asked::positions>({x, nullptr, nullptr}, f);
        if (loops_ > 0) {
            rows_.read_positions(x);
            rows_.residual(lambda_.data());
            for (std::size_t k = 0; k < loops_; ++k) {
                const Real relative = absolute(lambda_[k]) / scale_[k];
                worst = select(relative > worst, relative, worst);
            }
            factor();
            close(f);
        }
        system_.masses.template multiply_inverse<D>(f, v_.data());
        for (std::size_t i = 0; i < v_.size(); ++i) x[i] = select(moving, x[i] + v_[i], x[i]);
        return moving && worst > Real(newton_residual<Real>);
    }

    std::unique_ptr<Whole> whole_;  // made on demand
    const SystemConstants<Constant>& system_;
    const std::vector<Constant>& scale_;  // sizes of the rows outside the tree
    TreeSolver<Real, D, Constant> tree_;
    RowValues<Real, D, Constant> rows_;
    std::size_t loops_;
    Ldlt<Real> ldlt_;
    std::vector<Real> a_, lambda_, v_, move_, answers_, row_;
};

}  // namespace cchnn
