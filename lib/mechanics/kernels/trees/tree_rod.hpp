#pragma once
// A rod in space, a body with one tip, of a tree (tree_solver.hpp): u = a_1 - a_0 describes its rotation. Joints lie on
// its line; w is the weight of P, l the weight of the joint of a child, less w. The names of members are explained in
// tree_point.hpp.
//
//   (1)  a_0 = a_P - w u,   e . u = e . s,   s of tip_frame.hpp
//   (2)  M a_P + B u = b + force of the joint,   B a_P + U u = c + lambda e
//        M = m,  B = -m w,  U = m_1 + m w^2,  m_1 = m lambda_1,  b = f_0 + f_1,  c = f_1 - w b
//   (3)  M += M',  B += l M',  U += l^2 M',  b += b',  c += l b'
//        of what hangs there, at  a_P' = a_P + l u + joint_bias
//   (4)  u = s + Y (c - U s - B a_P),   Y = [e]x U [e]x^T / (e . adj(U) e),   2 e . adj(U) e = tr(U [e]x U [e]x^T)
//   (5)  T = B Y,   M' = M - T B,   b' = b - B s - T (c - U s) - M' joint_bias
//
// Y is the inverse of U on the plane orthogonal to e. Blocks are multiples of the unit matrix except for what hangs
// from the rod.

#include "mechanics/kernels/small_blocks.hpp"
#include "mechanics/kernels/trees/tip_frame.hpp"
#include "mechanics/kernels/trees/tree_point.hpp"
#include "mechanics/plan/rigid_tree.hpp"

namespace cchnn {

template <class Real>
class RodPart {
  public:
    Real arm[3], joint_bias[3];
    // What each right-hand side writes follows, close together: long chains are bound by memory access.
    Real a[3], u[3];          // a_P, u of (1): until accelerate() without a_P
    PointLoad<Real, 3> load;  // M', b'

    RodPart() {
        for (auto* three : {&arm, &joint_bias})
            for (Real& c : *three) c = Real(0.0);
    }
    // Called for velocities and positions only; for accelerations reduce() reads the tip itself.
    template <Asked asked, class C>
    [[gnu::always_inline]] void read(const TreeBodyOf<C>& body, const TreeProblem<Real>& at, Real& worst) {
        Dual dual;
        frame_.template read<1>(at.x + body.first * 3, dual);
        frame_.template read_rates<1, asked>(at.velocities(body.first * 3), dual, worst);
    }
    template <class C>
    [[gnu::always_inline]] void relative_position(const C* weights, Real* out) const {
        for (int k = 0; k < 3; ++k) out[k] = weights[0] * frame_.e[0][k];
    }
    template <class C>
    [[gnu::always_inline]] void relative_velocity(const C* weights, Real* out) const {
        for (int k = 0; k < 3; ++k) out[k] = weights[0] * frame_.u[0][k];
    }
    // Zero, because s is part of u.
    template <class C>
    [[gnu::always_inline]] void bias_acceleration(const C*, Real* out) const {
        for (int k = 0; k < 3; ++k) out[k] = Real(0.0);
    }
    template <class C>
    [[gnu::always_inline]] void arm_to(const C*, Real*) const {}

    // (2) to (5); each_child(action) calls action(load, arm, l) for each child. What a call for velocities has read
    // stays for accelerations at the same state.
    template <bool positions, Asked asked, class C, class EachChild>
    [[gnu::always_inline]] void reduce(const TreeBodyOf<C>& body, const TreeProblem<Real>& at, bool needs_joint_bias,
                                       EachChild&& each_child) {
        const int first = body.first * 3;
        Frame fresh;  // not kept: half of the memory of a chain of rods
        Frame& frame = positions && asked == Asked::accelerations ? fresh : frame_;
        if constexpr (asked == Asked::accelerations) {
            Real none;
            Dual dual;
            if constexpr (positions) frame.template read<1>(at.x + first, dual);
            else dual_basis<1, 3>(frame.e, dual.vectors);
            frame.template read_rates<1, asked>(at.velocities(first), dual, none);
        }
        Real b[3], c[3];
        for (int k = 0; k < 3; ++k) {
            b[k] = at.f ? at.f[first + k] + at.f[first + 3 + k] : Real(0.0);
            c[k] = at.f ? at.f[first + 3 + k] - body.own[0] * b[k] : Real(0.0);
        }
        Blocks blocks;
        if constexpr (positions) blocks = own_blocks(body);
        each_child([&](const PointLoad<Real, 3>& hung, const Real*, const C& l) {
            add<3>(hung.b, b);
            add_times<3>(l, hung.b, c);
            if constexpr (positions) blocks.acceleration_at(hung.m, l);
        });
        Real inverse[6];
        if constexpr (positions) release(frame.e[0], blocks, inverse);
        else copy<6>(inverse_, inverse);
        if (positions && (asked != Asked::accelerations || at.again)) copy<6>(inverse, inverse_);
        if constexpr (positions && asked == Asked::velocities) blocks_ = blocks;
        const Blocks& known = positions ? blocks : blocks_;
        if constexpr (asked != Asked::nothing) subtract_symmetric_times<3>(known.around, frame.s[0], c);
        symmetric_times<3>(inverse, c, u);
        block_times(product_, c, load.b);
        for (int k = 0; k < 3; ++k) load.b[k] = b[k] - load.b[k];
        if constexpr (asked != Asked::nothing) {
            for (int k = 0; k < 3; ++k) u[k] = u[k] + frame.s[0][k];
            subtract_symmetric_times<3>(known.cross, frame.s[0], load.b);
            if (needs_joint_bias) subtract_symmetric_times<3>(load.m, joint_bias, load.b);
        }
    }
    [[gnu::always_inline]] void accelerate() {
        Real back[3];
        transposed_times(product_, a, back);
        for (int k = 0; k < 3; ++k) u[k] = u[k] - back[k];
    }
    template <class C>
    [[gnu::always_inline]] void acceleration_at(const Real*, const C& l, Real* out) const {
        for (int k = 0; k < 3; ++k) out[k] = a[k] + l * u[k];
    }
    // Node forces M a: (1) times M of node_masses.hpp.
    template <class C>
    [[gnu::always_inline]] void write(const TreeBodyOf<C>& body, Real* out) const {
        for (int k = 0; k < 3; ++k) {
            const Real tip = body.moment[0] * u[k];
            out[k] = body.mass * (a[k] - body.own[0] * u[k]) - tip;
            out[3 + k] = tip;
        }
    }

  private:
    using Frame = TipFrame<Real, 3, 1>;
    using Dual = typename Frame::Dual;
    struct Blocks {
        Real m[6], cross[6], around[6];  // M, B, U

        Blocks() = default;
        [[gnu::always_inline]] Blocks(const Blocks& other) { *this = other; }
        // Onto itself too. NOLINTNEXTLINE(bugprone-unhandled-self-assignment)
        [[gnu::always_inline]] Blocks& operator=(const Blocks& other) {
            copy<6>(other.m, m);
            copy<6>(other.cross, cross);
            copy<6>(other.around, around);
            return *this;
        }
        // (3)
        template <class C>
        [[gnu::always_inline]] void acceleration_at(const Real* hung, const C& l) {
            const C square = l * l;
            for (int i = 0; i < 6; ++i) {
                m[i] = m[i] + hung[i];
                cross[i] = cross[i] + l * hung[i];
                around[i] = around[i] + square * hung[i];
            }
        }
    };
    template <class C>
    [[gnu::always_inline]] static Blocks own_blocks(const TreeBodyOf<C>& body) {
        const C back = -(body.mass * body.own[0]), around = body.moment[0] - back * body.own[0];
        Blocks blocks;
        for (int i = 0; i < 3; ++i)
            for (int k = i; k < 3; ++k) {
                const int ik = in_triangle<3>(i, k);
                blocks.m[ik] = i == k ? Real(body.mass) : Real(0.0);
                blocks.cross[ik] = i == k ? Real(back) : Real(0.0);
                blocks.around[ik] = i == k ? Real(around) : Real(0.0);
            }
        return blocks;
    }
    // Y of (4), and T = B Y and M' of (5): the articulated inertia with the rod's rotation eliminated, a Schur
    // complement.
    [[gnu::always_inline]] void release(const Real* e, const Blocks& blocks, Real* inverse) {
        invert_across(e, blocks.around, inverse);
        for (int i = 0; i < 3; ++i) {
            Real row[3], product[3];
            symmetric_row<3>(blocks.cross, i, row);
            symmetric_times<3>(inverse, row, product);
            copy<3>(product, product_ + 3 * i);
            for (int k = i; k < 3; ++k) {
                symmetric_row<3>(blocks.cross, k, row);
                load.m[in_triangle<3>(i, k)] = blocks.m[in_triangle<3>(i, k)] - dot<3>(product, row);
            }
        }
    }
    [[gnu::always_inline]] static void invert_across(const Real* e, const Real* s, Real* y) {
        Real rows[9], turned[3];
        for (int i = 0; i < 3; ++i) {  // row i of U [e]x^T = e x row i of U
            Real row[3];
            symmetric_row<3>(s, i, row);
            cross(e, row, rows + 3 * i);
        }
        for (int k = 0; k < 3; ++k) {
            const Real column[3] = {rows[k], rows[3 + k], rows[6 + k]};
            cross(e, column, turned);
            for (int i = 0; i <= k; ++i) y[in_triangle<3>(i, k)] = turned[i];
        }
        const Real scale =
            1.0 / (0.5 * (s[0] * y[0] + s[3] * y[3] + s[5] * y[5]) + (s[1] * y[1] + s[2] * y[2] + s[4] * y[4]));
        for (int i = 0; i < 6; ++i) y[i] = scale * y[i];
    }

    Real product_[9], inverse_[6];
    Frame frame_;
    Blocks blocks_;
};

}  // namespace cchnn
