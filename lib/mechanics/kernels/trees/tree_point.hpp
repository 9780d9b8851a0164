#pragma once
// What the parts of a tree (tree_solver.hpp) share, and the simplest part: a point mass, which hangs from nothing.
//
//   (1)  P = x_0 + rho,   rho = sum_i w_i e_i          where a body hangs: on it and on its parent
//   (2)  a_P = a_Q + turn x arm + gap,   arm = rho on the parent - rho of the parent's own joint Q
//   (3)  gap = lag on the parent - lag of the body - tau,   lag = sum_i w_i s_i
//   (4)  (m + sum M') a = f + sum b'                    of a point, over what hangs from it
//
// a_P and turn are of bodies that move as a whole, without s of tip_frame.hpp; tau is by how much the two places of P
// differ, or their velocities. The ground is the part at 0 whose tips are the unit vectors, for good.

#include "mechanics/kernels/small_blocks.hpp"
#include "mechanics/kernels/trees/tip_frame.hpp"
#include "mechanics/plan/rigid_tree.hpp"

namespace cchnn {

// What is asked of a tree: at x, of velocities v where they count, under node forces f or none (null). Whether after
// accelerations something is asked without positions again.
template <class Real>
struct TreeProblem {
    const Real *x, *v, *f;
    bool again = false;
};

// What a parent carries of a body at a point joint: it takes the force M a_P - b at P.
template <class Real, int D>
struct PointLoad {
    Real m[triangle<D>], b[D];
};

template <class Real, int D>
class GroundPart {
  public:
    static constexpr bool still = true;

    template <class C>
    [[gnu::always_inline]] void reach(const C* weights, Real* out) const {
        for (int k = 0; k < D; ++k) out[k] = Real(weights[k]);
    }
    template <class C>
    [[gnu::always_inline]] void arm_to(const C* weights, Real* out) const {
        reach(weights, out);
    }
    template <class C>
    [[gnu::always_inline]] void speed(const C*, Real* out) const {
        for (int k = 0; k < D; ++k) out[k] = Real(0.0);
    }
    template <class C>
    [[gnu::always_inline]] void lag(const C*, Real* out) const {
        for (int k = 0; k < D; ++k) out[k] = Real(0.0);
    }
    template <class C>
    [[gnu::always_inline]] void carry(const Real*, const C&, Real* out) const {
        for (int k = 0; k < D; ++k) out[k] = Real(0.0);
    }
};

template <class Real, int D>
class PointPart {
  public:
    Real a[D];

    template <class C>
    [[gnu::always_inline]] void reach(const C*, Real* out) const {
        for (int k = 0; k < D; ++k) out[k] = Real(0.0);
    }
    template <class C>
    [[gnu::always_inline]] void speed(const C* weights, Real* out) const {
        reach(weights, out);
    }
    template <class C>
    [[gnu::always_inline]] void lag(const C* weights, Real* out) const {
        reach(weights, out);
    }
    template <class C>
    [[gnu::always_inline]] void arm_to(const C*, Real*) const {}

    // (4); pull(action): action(load, arm, l) for whatever hangs there.
    template <bool positions, class C, class Pull>
    [[gnu::always_inline]] void reduce(const TreeBodyOf<C>& body, const Real* f, Pull&& pull) {
        Real b[D], m[triangle<D>];
        for (int k = 0; k < D; ++k) b[k] = f ? f[k] : Real(0.0);
        for (int i = 0; i < D; ++i)
            for (int k = i; k < D; ++k) m[in_triangle<D>(i, k)] = i == k ? Real(body.mass) : Real(0.0);
        pull([&](const PointLoad<Real, D>& load, const Real*, const C&) {
            for (int k = 0; k < D; ++k) b[k] = b[k] + load.b[k];
            for (int i = 0; i < triangle<D>; ++i) m[i] = m[i] + load.m[i];
        });
        if constexpr (positions) invert<D>(m, inverse_);
        symmetric_times<D>(inverse_, b, a);
    }
    template <class C>
    [[gnu::always_inline]] void carry(const Real*, const C&, Real* out) const {
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
