#pragma once
// What the parts of a tree (tree_solver.hpp) share, and the simplest part: a point mass, which is always a root.
//
//   (1)  P = x_0 + rho,   rho = sum_i w_i e_i          where a body hangs: on it and on its parent
//   (2)  a_P = a_Q + alpha x arm + joint_bias,   arm = rho on the parent - rho of the parent's own joint Q
//   (3)  joint_bias = bias on the parent - bias of the body - tau,   bias = sum_i w_i s_i
//   (4)  (m + sum M') a = f + sum b'                    of a point, over what hangs from it
//
// The members of all parts, in the terms of Featherstone (2008):
//   a, alpha             acceleration of the joint point P and angular acceleration alpha of a body, without s
//   arm                  offset from the parent's joint point Q to P
//   bias_acceleration    of a body point: what the inner constraints cause (s of tip_frame.hpp)
//   joint_bias           bias acceleration of the joint, (3); tau is its position or velocity error
//   load                 articulated inertia M' and bias force b' at P, as the parent sees them
//   relative_position    of a body point to x_0, or a body direction; relative_velocity is its rate
//   acceleration_at      acceleration a_P' that a body imposes on the joint point of a child
//   accelerate           finds alpha of a body, once a_P is known
// The ground is the part at 0 whose tips are the constant unit vectors.

#include "mechanics/kernels/small_blocks.hpp"
#include "mechanics/kernels/trees/tip_frame.hpp"
#include "mechanics/plan/rigid_tree.hpp"

namespace cchnn {

// The input of the solver: x, velocities v if they matter, node forces f or null, and whether a call without
// `positions` follows accelerations.
template <class Real>
struct TreeProblem {
    const Real *x, *v, *f;
    bool again = false;

    // The velocities from the i-th on; null where only positions are given.
    const Real* velocities(int i) const { return v == nullptr ? nullptr : v + i; }
};

// Articulated inertia and bias force at a point joint: to accelerate P with a_P the parent must apply the force M a_P -
// b. b is the negative of Featherstone's p^A.
template <class Real, int D>
struct PointLoad {
    Real m[triangle<D>], b[D];
};

template <class Real, int D>
class GroundPart {
  public:
    static constexpr bool still = true;

    template <class C>
    [[gnu::always_inline]] void relative_position(const C* weights, Real* out) const {
        for (int k = 0; k < D; ++k) out[k] = Real(weights[k]);
    }
    template <class C>
    [[gnu::always_inline]] void arm_to(const C* weights, Real* out) const {
        relative_position(weights, out);
    }
    template <class C>
    [[gnu::always_inline]] void relative_velocity(const C*, Real* out) const {
        for (int k = 0; k < D; ++k) out[k] = Real(0.0);
    }
    template <class C>
    [[gnu::always_inline]] void bias_acceleration(const C*, Real* out) const {
        for (int k = 0; k < D; ++k) out[k] = Real(0.0);
    }
    template <class C>
    [[gnu::always_inline]] void acceleration_at(const Real*, const C&, Real* out) const {
        for (int k = 0; k < D; ++k) out[k] = Real(0.0);
    }
};

template <class Real, int D>
class PointPart {
  public:
    Real a[D];

    template <class C>
    [[gnu::always_inline]] void relative_position(const C*, Real* out) const {
        for (int k = 0; k < D; ++k) out[k] = Real(0.0);
    }
    template <class C>
    [[gnu::always_inline]] void relative_velocity(const C* weights, Real* out) const {
        relative_position(weights, out);
    }
    template <class C>
    [[gnu::always_inline]] void bias_acceleration(const C* weights, Real* out) const {
        relative_position(weights, out);
    }
    template <class C>
    [[gnu::always_inline]] void arm_to(const C*, Real*) const {}

    // (4); each_child(action) calls action(load, arm, l) for each child.
    template <bool positions, class C, class EachChild>
    [[gnu::always_inline]] void reduce(const TreeBodyOf<C>& body, const Real* f, EachChild&& each_child) {
        Real b[D], m[triangle<D>];
        for (int k = 0; k < D; ++k) b[k] = f ? f[k] : Real(0.0);
        for (int i = 0; i < D; ++i)
            for (int k = i; k < D; ++k) m[in_triangle<D>(i, k)] = i == k ? Real(body.mass) : Real(0.0);
        each_child([&](const PointLoad<Real, D>& load, const Real*, const C&) {
            for (int k = 0; k < D; ++k) b[k] = b[k] + load.b[k];
            for (int i = 0; i < triangle<D>; ++i) m[i] = m[i] + load.m[i];
        });
        if constexpr (positions) invert<D>(m, inverse_);
        symmetric_times<D>(inverse_, b, a);
    }
    template <class C>
    [[gnu::always_inline]] void acceleration_at(const Real*, const C&, Real* out) const {
        copy<D>(a, out);
    }
    template <class C>
    [[gnu::always_inline]] void write(const TreeBodyOf<C>& body, Real* out) const {
        for (int k = 0; k < D; ++k) out[k] = body.mass * a[k];
    }

  private:
    Real inverse_[triangle<D>];
};

}  // namespace cchnn
