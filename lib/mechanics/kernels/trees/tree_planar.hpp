#pragma once
// A planar body of a tree, with one or two tips: tree_solid.hpp with an angular acceleration that is a number
// (small_blocks.hpp (1)). The names of members are explained in tree_point.hpp.
//
//   (1)  a_i = a_P + alpha x (e_i - rho) + s_i
//   (2)  M a_P + c alpha = b + force of the joint,   c . a_P + j alpha = t
//        M = m,  c = m (rho_y, -rho_x),  j = sum_i m_i |e_i|^2 + m |rho|^2
//        b = sum f,  t = sum_i e_i x (f_i - m_i s_i) - rho x b
//   (3)  M += M',  c += M' y,  j += y . M' y,  b += b',  t += y . b'
//        with y = (-arm_y, arm_x):  a_P' = a_P + alpha y + joint_bias
//   (4)  M' = M - c c^T / j,  b' = b - c t / j - M' joint_bias,   alpha = (t - c . a_P) / j

#include "mechanics/kernels/small_blocks.hpp"
#include "mechanics/kernels/trees/tip_frame.hpp"
#include "mechanics/kernels/trees/tree_point.hpp"
#include "mechanics/plan/rigid_tree.hpp"

namespace cchnn {

template <class Real>
class PlanarPart {
  public:
    Real a[2], alpha;  // of P, and angular
    Real arm[2], joint_bias[2];
    PointLoad<Real, 2> load;  // M', b'

    PlanarPart() : alpha(0.0) {
        for (auto* two : {&a, &arm, &joint_bias, &rho_})
            for (Real& c : *two) c = Real(0.0);
    }

    template <int K, bool positions, Asked asked, class C>
    [[gnu::always_inline]] void read(const TreeBodyOf<C>& body, const TreeProblem<Real>& at, Real& worst) {
        Dual fresh;  // not kept if no further call needs it
        Dual& dual = positions && asked == Asked::accelerations ? fresh : dual_;
        if constexpr (positions) {
            frame_.template read<K>(at.x + body.first * 2, dual);
            TipFrame<Real, 2, 2>::template sum<K>(body.own, frame_.e, rho_);
        }
        if constexpr (asked != Asked::nothing)
            frame_.template read_rates<K, asked>(at.velocities(body.first * 2), dual, worst);
    }
    template <class C>
    [[gnu::always_inline]] void relative_position(const C* weights, Real* out) const {
        TipFrame<Real, 2, 2>::template sum<2>(weights, frame_.e, out);
    }
    template <class C>
    [[gnu::always_inline]] void relative_velocity(const C* weights, Real* out) const {
        TipFrame<Real, 2, 2>::template sum<2>(weights, frame_.u, out);
    }
    template <class C>
    [[gnu::always_inline]] void bias_acceleration(const C* weights, Real* out) const {
        TipFrame<Real, 2, 2>::template sum<2>(weights, frame_.s, out);
    }
    template <class C>
    [[gnu::always_inline]] void arm_to(const C* weights, Real* out) const {
        relative_position(weights, out);
        for (int k = 0; k < 2; ++k) out[k] = out[k] - rho_[k];
    }

    // (2) to (4); each_child(action) calls action(load, arm, l) for each child. `with_bias`: bias accelerations count.
    template <int K, bool positions, bool with_bias, class C, class EachChild>
    [[gnu::always_inline]] void reduce(const TreeBodyOf<C>& body, const Real* f, EachChild&& each_child) {
        Real b[2], t, m[3], c[2], j;
        own_forces<K, with_bias>(body, f, b, t);
        if constexpr (positions) {
            m[0] = m[2] = Real(body.mass);
            m[1] = Real(0.0);
            c[0] = body.mass * rho_[1];
            c[1] = -(body.mass * rho_[0]);
            j = body.mass * dot<2>(rho_, rho_);
            for (int i = 0; i < K; ++i) j = j + body.moment[i] * dot<2>(frame_.e[i], frame_.e[i]);
        }
        each_child([&](const PointLoad<Real, 2>& hung, const Real* at, const C&) {
            const Real y[2] = {-at[1], at[0]};
            add<2>(hung.b, b);
            t = t + dot<2>(y, hung.b);
            if constexpr (positions) {
                Real moved[2];
                symmetric_times<2>(hung.m, y, moved);
                for (int i = 0; i < 3; ++i) m[i] = m[i] + hung.m[i];
                add<2>(moved, c);
                j = j + dot<2>(y, moved);
            }
        });
        if constexpr (positions) {
            const Real inverse = 1.0 / j;
            for (int k = 0; k < 2; ++k) c_[k] = inverse * c[k];
            load.m[0] = m[0] - c_[0] * c[0];
            load.m[1] = m[1] - c_[0] * c[1];
            load.m[2] = m[2] - c_[1] * c[1];
            inverse_ = inverse;
        }
        for (int k = 0; k < 2; ++k) load.b[k] = b[k] - t * c_[k];
        if constexpr (with_bias) subtract_symmetric_times<2>(load.m, joint_bias, load.b);
        free_ = inverse_ * t;
    }
    [[gnu::always_inline]] void accelerate() { alpha = free_ - dot<2>(c_, a); }
    template <class C>
    [[gnu::always_inline]] void acceleration_at(const Real* at, const C&, Real* out) const {
        out[0] = a[0] - alpha * at[1];
        out[1] = a[1] + alpha * at[0];
    }
    // Node forces M a: (1) times M of node_masses.hpp.
    template <int K, bool with_bias, class C>
    [[gnu::always_inline]] void write(const TreeBodyOf<C>& body, Real* out) const {
        Real centre[2] = {body.mass * (a[0] + alpha * rho_[1]), body.mass * (a[1] - alpha * rho_[0])};
        for (int i = 0; i < K; ++i) {
            const Real tip[2] = {-(alpha * frame_.e[i][1]), alpha * frame_.e[i][0]};
            for (int k = 0; k < 2; ++k) {
                const Real force = body.moment[i] * (with_bias ? tip[k] + frame_.s[i][k] : tip[k]);
                out[(i + 1) * 2 + k] = force;
                centre[k] = centre[k] - force;
            }
        }
        copy<2>(centre, out);
    }

  private:
    using Dual = typename TipFrame<Real, 2, 2>::Dual;
    template <int K, bool with_bias, class C>
    [[gnu::always_inline]] void own_forces(const TreeBodyOf<C>& body, const Real* f, Real* b, Real& t) const {
        // Unless `with_bias`, forces always exist; this tells GCC, which otherwise warns of a null pointer.
        const bool pulled = !with_bias || f;
        t = Real(0.0);
        for (int k = 0; k < 2; ++k) b[k] = pulled ? f[k] : Real(0.0);
        for (int i = 0; i < K; ++i) {
            Real left[2];
            for (int k = 0; k < 2; ++k) {
                const int node = (i + 1) * 2 + k;
                if (pulled) b[k] = b[k] + f[node];
                if constexpr (!with_bias) left[k] = f[node];
                else left[k] = pulled ? f[node] - body.moment[i] * frame_.s[i][k] : -(body.moment[i] * frame_.s[i][k]);
            }
            t = t + (frame_.e[i][0] * left[1] - frame_.e[i][1] * left[0]);
        }
        if (pulled) t = t - (rho_[0] * b[1] - rho_[1] * b[0]);
    }

    TipFrame<Real, 2, 2> frame_;
    Dual dual_;
    Real rho_[2], c_[2], inverse_, free_;  // c_: c / j
};

}  // namespace cchnn
