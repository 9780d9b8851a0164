#pragma once
// A rigid body in space, with two or three tips, of a tree (tree_solver.hpp). It has angular acceleration alpha about
// P, where it hangs. The names of members are explained in tree_point.hpp:
//
//   (1)  a_i = a_P + alpha x (e_i - rho) + s_i,   P = x_0 + rho,   s of tip_frame.hpp
//   (2)  M a_P + C alpha = b + force of the joint,   C^T a_P + J alpha = t + torque of the joint
//        M = m,  C = m [rho]x,  J = sum_i m_i (|e_i|^2 - e_i e_i^T),  m_i = m lambda_i, and rho of m as one of them
//        b = sum f,  t = sum_i e_i x (f_i - m_i s_i) - rho x b,  [r]x v = r x v
//
// and a child at P + arm, with articulated inertia M', C', J' and bias force b', t' there, adds, by a_P' = a_P + alpha
// x arm,
//
//   (3)  M += M',  C += C_+ = C' - M' [arm]x,  J += J' + [arm]x C_+ + ([arm]x C')^T,  b += b',  t += t' + arm x b'
//
// A point (spherical) joint transmits no torque. The articulated inertia and bias force at P, and the rotation, are
//
//   (4)  T = C J^-1,  M' = M - T C^T,  b' = b - T t - M' joint_bias,   alpha = J^-1 t - T^T a_P
//
// A hinge (revolute joint) permits rotation about z = N_1 x N_2 only, N_k = c_k x p_k:  N_k . (alpha - alpha of the
// parent) = gamma_k,
//
//   (5)  alpha = beta + q z,   beta = alpha of the parent + d,   d = (gamma_1 N_2 x z + gamma_2 z x N_1) / |z|^2
//   (6)  q = k (z . t - Cz . a_P - Jz . beta),   k = 1 / (z . Jz)
//   (7)  M' = M - k Cz Cz^T,  C' = C - k Cz Jz^T,  J' = J - k Jz Jz^T,
//        b' = b - k (z . t) Cz - C' d - M' joint_bias,  t' = t - k (z . t) Jz - J' d - C'^T joint_bias

#include "mechanics/kernels/small_blocks.hpp"
#include "mechanics/kernels/trees/tip_frame.hpp"
#include "mechanics/kernels/trees/tree_point.hpp"
#include "mechanics/plan/rigid_tree.hpp"

namespace cchnn {

template <class Real>
class SolidPart {
  public:
    static constexpr bool still = false;
    Real a[3], alpha[3];  // of P, and angular
    Real arm[3], joint_bias[3];
    PointLoad<Real, 3> load;  // M', b' of (4)

    SolidPart() {
        for (auto* three : {&a, &alpha, &arm, &joint_bias, &rho_, &d_})
            for (Real& c : *three) c = Real(0.0);
    }

    template <int K, bool positions, Asked asked, class C>
    [[gnu::always_inline]] void read(const TreeBodyOf<C>& body, const TreeProblem<Real>& at, Real& worst) {
        Dual fresh;  // not kept if no further call needs it
        Dual& dual = positions && asked == Asked::accelerations ? fresh : dual_;
        if constexpr (positions) {
            frame_.template read<K>(at.x + body.first * 3, dual);
            TipFrame<Real, 3, 3>::template sum<K>(body.own, frame_.e, rho_);
        }
        if constexpr (asked != Asked::nothing)
            frame_.template read_rates<K, asked>(at.velocities(body.first * 3), dual, worst);
    }
    // Weighted sums over tips: of e, of their velocities, of s.
    template <class C>
    [[gnu::always_inline]] void relative_position(const C* weights, Real* out) const {
        TipFrame<Real, 3, 3>::template sum<3>(weights, frame_.e, out);
    }
    template <class C>
    [[gnu::always_inline]] void relative_velocity(const C* weights, Real* out) const {
        TipFrame<Real, 3, 3>::template sum<3>(weights, frame_.u, out);
    }
    template <class C>
    [[gnu::always_inline]] void bias_acceleration(const C* weights, Real* out) const {
        TipFrame<Real, 3, 3>::template sum<3>(weights, frame_.s, out);
    }
    template <class C>
    [[gnu::always_inline]] void arm_to(const C* weights, Real* out) const {
        relative_position(weights, out);
        for (int k = 0; k < 3; ++k) out[k] = out[k] - rho_[k];
    }

    // Axis and bias rotation d of a hinge, (5).
    template <bool positions, Asked asked, class C, class Parent>
    [[gnu::always_inline]] void read_turns(const TreeBodyOf<C>& body, const Parent& parent, Real& worst) {
        Axes fresh;
        Axes& axes = positions && asked == Asked::accelerations ? fresh : axes_;
        if constexpr (positions) read_axis(body, parent, axes);
        if constexpr (asked == Asked::nothing) return;
        const Real gamma[2] = {-hinge_bias<asked>(body, 0, parent, axes), -hinge_bias<asked>(body, 1, parent, axes)};
        if constexpr (asked == Asked::positions)
            for (int i = 0; i < 2; ++i) {
                const Real off = absolute(dot<3>(axes.own[i], axes.theirs[i]) - body.target[i]);
                worst = select(off > worst, off, worst);
            }
        for (int k = 0; k < 3; ++k) d_[k] = gamma[0] * axes.dual[0][k] + gamma[1] * axes.dual[1][k];
    }

    // (2) to (4), or (6), (7) for a hinge, where `carried` by another body. each_child(action) calls action(load, arm,
    // l) for each child at a point joint and action(part) for each child at a hinge. `with_bias`: bias accelerations
    // count.
    template <int K, bool positions, bool with_bias, class C, class EachChild>
    [[gnu::always_inline]] void reduce(const TreeBodyOf<C>& body, const Real* f, bool carried, EachChild&& each_child) {
        Inertia whole;
        Wrench applied;
        own_forces<K, with_bias>(body, f, applied);
        if constexpr (positions) own_inertia<K>(body, whole);
        each_child(Taker<positions>{whole, applied});
        if (body.joint == TreeJoint::hinge) reduce_hinge<positions, with_bias>(whole, applied, carried);
        else reduce_point<positions, with_bias>(whole, applied);
    }
    [[gnu::always_inline]] void accelerate() {
        Real back[3];
        transposed_times(held_.c, a, back);
        for (int k = 0; k < 3; ++k) alpha[k] = free_[k] - back[k];
    }
    template <bool with_bias>
    [[gnu::always_inline]] void accelerate_hinge(const Real* alpha_of_parent) {
        copy<3>(alpha_of_parent, alpha);
        if constexpr (with_bias) add<3>(d_, alpha);
        const Real q = q_ - k_ * (dot<3>(cz_, a) + dot<3>(jz_, alpha));
        add_times<3>(q, z_, alpha);
    }
    // The acceleration of the body point at P + `at`.
    template <class C>
    [[gnu::always_inline]] void acceleration_at(const Real* at, const C&, Real* out) const {
        cross(alpha, at, out);
        for (int k = 0; k < 3; ++k) out[k] = out[k] + a[k];
    }
    // Node forces M a: (1) times M of node_masses.hpp.
    template <int K, bool with_bias, class C>
    [[gnu::always_inline]] void write(const TreeBodyOf<C>& body, Real* out) const {
        Real centre[3], tip[3];
        cross(rho_, alpha, centre);
        for (int k = 0; k < 3; ++k) centre[k] = body.mass * (a[k] + centre[k]);
        for (int i = 0; i < K; ++i) {
            cross(alpha, frame_.e[i], tip);
            for (int k = 0; k < 3; ++k) {
                tip[k] = body.moment[i] * (with_bias ? tip[k] + frame_.s[i][k] : tip[k]);
                centre[k] = centre[k] - tip[k];
                out[(i + 1) * 3 + k] = tip[k];
            }
        }
        copy<3>(centre, out);
    }

  private:
    using Dual = typename TipFrame<Real, 3, 3>::Dual;
    // Directions of a hinge on both bodies, and the vectors that d of (5) is made of.
    struct Axes {
        Real own[2][3], theirs[2][3], dual[2][3];
    };
    // Spatial inertia about P in blocks: M, C and J of (2), or of (3) with what hangs from the body.
    struct Inertia {
        Real m[6], c[9], j[6];
    };
    // A force and a torque about P.
    struct Wrench {
        Real b[3], t[3];
    };
    // (3), for children at point joints and at hinges.
    template <bool positions>
    struct Taker {
        Inertia& whole;
        Wrench& applied;

        template <class C>
        [[gnu::always_inline]] void operator()(const PointLoad<Real, 3>& hung, const Real* at, const C&) const {
            add<3>(hung.b, applied.b);
            add_cross(at, hung.b, applied.t);
            if constexpr (positions) {
                Real moved[9];
                add<6>(hung.m, whole.m);
                move(hung.m, at, moved);
                add<9>(moved, whole.c);
                add_turned(at, moved, whole.j);
            }
        }
        [[gnu::always_inline]] void operator()(const SolidPart& hinged) const {
            const Real* const at = hinged.arm;
            add<3>(hinged.sent_.b, applied.b);
            add<3>(hinged.sent_.t, applied.t);
            add_cross(at, hinged.sent_.b, applied.t);
            if constexpr (positions) {
                const Inertia& hung = hinged.held_;
                Real moved[9];
                add<6>(hung.m, whole.m);
                add<6>(hung.j, whole.j);
                move(hung.m, at, moved);
                add<9>(hung.c, moved);
                add<9>(moved, whole.c);
                add_turned(at, moved, whole.j);
                add_turned_transposed(at, hung.c, whole.j);
            }
        }
        // -M [arm]x
        [[gnu::always_inline]] static void move(const Real* m, const Real* at, Real* out) {
            for (int i = 0; i < 3; ++i) {
                Real row[3];
                symmetric_row<3>(m, i, row);
                cross(at, row, out + 3 * i);
            }
        }
        // j += [arm]x C, and its transpose: together they are symmetric.
        [[gnu::always_inline]] static void add_turned(const Real* at, const Real* c, Real* j) {
            Real turned[3];
            for (int k = 0; k < 3; ++k) {
                const Real column[3] = {c[k], c[3 + k], c[6 + k]};
                cross(at, column, turned);
                for (int i = 0; i <= k; ++i) j[in_triangle<3>(i, k)] = j[in_triangle<3>(i, k)] + turned[i];
            }
        }
        [[gnu::always_inline]] static void add_turned_transposed(const Real* at, const Real* c, Real* j) {
            Real turned[3];
            for (int k = 0; k < 3; ++k) {
                const Real column[3] = {c[k], c[3 + k], c[6 + k]};
                cross(at, column, turned);
                for (int i = k; i < 3; ++i) j[in_triangle<3>(k, i)] = j[in_triangle<3>(k, i)] + turned[i];
            }
        }
    };

    // (2)
    template <int K, class C>
    [[gnu::always_inline]] void own_inertia(const TreeBodyOf<C>& body, Inertia& own) const {
        Real first_moment[3], q[6];
        for (int k = 0; k < 3; ++k) first_moment[k] = body.mass * rho_[k];
        for (int i = 0; i < 3; ++i)
            for (int k = i; k < 3; ++k) q[in_triangle<3>(i, k)] = first_moment[i] * rho_[k];
        for (int tip = 0; tip < K; ++tip)
            for (int i = 0; i < 3; ++i) {
                const Real part = body.moment[tip] * frame_.e[tip][i];
                for (int k = i; k < 3; ++k) q[in_triangle<3>(i, k)] = q[in_triangle<3>(i, k)] + part * frame_.e[tip][k];
            }
        own.j[0] = q[3] + q[5];
        own.j[3] = q[0] + q[5];
        own.j[5] = q[0] + q[3];
        own.j[1] = -q[1];
        own.j[2] = -q[2];
        own.j[4] = -q[4];
        for (int i : {0, 3, 5}) own.m[i] = Real(body.mass);
        for (int i : {1, 2, 4}) own.m[i] = Real(0.0);
        for (int i : {0, 4, 8}) own.c[i] = Real(0.0);
        own.c[1] = -first_moment[2];
        own.c[2] = first_moment[1];
        own.c[5] = -first_moment[0];
        own.c[3] = first_moment[2];
        own.c[6] = -first_moment[1];
        own.c[7] = first_moment[0];
    }
    template <int K, bool with_bias, class C>
    [[gnu::always_inline]] void own_forces(const TreeBodyOf<C>& body, const Real* f, Wrench& own) const {
        const bool pulled = !with_bias || f;  // as in tree_planar.hpp
        Real left[K][3];
        for (int i = 0; i < K; ++i)
            for (int k = 0; k < 3; ++k) {
                if constexpr (!with_bias) left[i][k] = f[(i + 1) * 3 + k];
                else if (pulled) left[i][k] = f[(i + 1) * 3 + k] - body.moment[i] * frame_.s[i][k];
                else left[i][k] = -(body.moment[i] * frame_.s[i][k]);
            }
        cross(frame_.e[0], left[0], own.t);
        for (int i = 1; i < K; ++i) add_cross(frame_.e[i], left[i], own.t);
        for (int k = 0; k < 3; ++k) own.b[k] = pulled ? f[k] : Real(0.0);
        if (!pulled) return;
        for (int i = 1; i <= K; ++i) add<3>(f + i * 3, own.b);
        add_cross(own.b, rho_, own.t);
    }

    // (4); held_ stores T as its c and J^-1 as its j.
    template <bool positions, bool with_bias>
    [[gnu::always_inline]] void reduce_point(const Inertia& whole, const Wrench& applied) {
        if constexpr (positions) {
            Real inverse[6], product[3];
            invert<3>(whole.j, inverse);
            for (int i = 0; i < 3; ++i) {
                symmetric_times<3>(inverse, whole.c + 3 * i, product);
                copy<3>(product, held_.c + 3 * i);
                for (int k = i; k < 3; ++k)
                    load.m[in_triangle<3>(i, k)] = whole.m[in_triangle<3>(i, k)] - dot<3>(product, whole.c + 3 * k);
            }
            copy<6>(inverse, held_.j);
        }
        symmetric_times<3>(held_.j, applied.t, free_);
        block_times(held_.c, applied.t, load.b);
        for (int k = 0; k < 3; ++k) load.b[k] = applied.b[k] - load.b[k];
        if constexpr (with_bias) subtract_symmetric_times<3>(load.m, joint_bias, load.b);
    }
    // (6), (7); held_ stores M', C', J' and sent_ stores b', t'.
    template <bool positions, bool with_bias>
    [[gnu::always_inline]] void reduce_hinge(const Inertia& whole, const Wrench& applied, bool carried) {
        if constexpr (positions) {
            block_times(whole.c, z_, cz_);
            symmetric_times<3>(whole.j, z_, jz_);
            k_ = 1.0 / dot<3>(z_, jz_);
        }
        q_ = k_ * dot<3>(z_, applied.t);
        if (!carried) return;
        if constexpr (positions) hold_back(whole);
        for (int k = 0; k < 3; ++k) {
            sent_.b[k] = applied.b[k] - q_ * cz_[k];
            sent_.t[k] = applied.t[k] - q_ * jz_[k];
        }
        if constexpr (with_bias) {
            Real back[3];
            block_times(held_.c, d_, back);
            for (int k = 0; k < 3; ++k) sent_.b[k] = sent_.b[k] - back[k];
            transposed_times(held_.c, joint_bias, back);
            for (int k = 0; k < 3; ++k) sent_.t[k] = sent_.t[k] - back[k];
            subtract_symmetric_times<3>(held_.m, joint_bias, sent_.b);
            subtract_symmetric_times<3>(held_.j, d_, sent_.t);
        }
    }
    // M', C', J' of (7): the inertia with the free rotation about z eliminated.
    [[gnu::always_inline]] void hold_back(const Inertia& whole) {
        for (int i = 0; i < 3; ++i) {
            const Real kc = k_ * cz_[i], kj = k_ * jz_[i];
            for (int l = i; l < 3; ++l) {
                const int il = in_triangle<3>(i, l);
                held_.m[il] = whole.m[il] - kc * cz_[l];
                held_.j[il] = whole.j[il] - kj * jz_[l];
            }
            for (int l = 0; l < 3; ++l) held_.c[3 * i + l] = whole.c[3 * i + l] - kc * jz_[l];
        }
    }

    template <class C, class Parent>
    [[gnu::always_inline]] void read_axis(const TreeBodyOf<C>& body, const Parent& parent, Axes& axes) {
        Real normal[2][3];
        for (int i = 0; i < 2; ++i) {
            relative_position(body.hinge_direction[i], axes.own[i]);
            parent.relative_position(body.hinge_direction_at_parent[i], axes.theirs[i]);
            cross(axes.own[i], axes.theirs[i], normal[i]);
        }
        cross(normal[0], normal[1], z_);
        const Real scale = 1.0 / dot<3>(z_, z_);
        cross(normal[1], z_, axes.dual[0]);
        cross(z_, normal[0], axes.dual[1]);
        for (auto& across : axes.dual)
            for (Real& c : across) c = scale * c;
    }
    // -gamma of hinge row i: its constraint error, or its bias acceleration, if both bodies had the same alpha.
    template <Asked asked, class C, class Parent>
    [[gnu::always_inline]] Real hinge_bias(const TreeBodyOf<C>& body, int i, const Parent& parent,
                                           const Axes& axes) const {
        Real here[3], there[3];
        bias_acceleration(body.hinge_direction[i], here);
        Real sum = dot<3>(axes.theirs[i], here);
        if constexpr (!Parent::still) {
            parent.bias_acceleration(body.hinge_direction_at_parent[i], there);
            sum = sum + dot<3>(axes.own[i], there);
        }
        if constexpr (asked == Asked::positions) return sum + (dot<3>(axes.own[i], axes.theirs[i]) - body.target[i]);
        if constexpr (Parent::still && asked == Asked::accelerations) return sum;
        relative_velocity(body.hinge_direction[i], here);
        if constexpr (Parent::still) return sum + dot<3>(axes.theirs[i], here);
        parent.relative_velocity(body.hinge_direction_at_parent[i], there);
        if constexpr (asked == Asked::accelerations) return sum + 2.0 * dot<3>(here, there);
        else return sum + (dot<3>(axes.theirs[i], here) + dot<3>(axes.own[i], there));
    }

    TipFrame<Real, 3, 3> frame_;
    Dual dual_;
    Real rho_[3], free_[3];  // free_: J^-1 t, alpha where a_P = 0
    Inertia held_;
    // Of a hinge.
    Wrench sent_;
    Axes axes_;
    Real z_[3], cz_[3], jz_[3], d_[3], k_, q_;
};

}  // namespace cchnn
