#pragma once
// The body of one joint in a tree whose state is the coordinates of joints; equations and letters are those of
// joint_states.hpp. It has the kinematics of its joint, its composite inertia, and the columns of its motion subspace
// (Featherstone 2008, sections 4.4 and 6.2). JointStates owns one for each body, including those without mass, and
// calls these functions from parents to children for the kinematics, and from children to parents for inertias and
// forces.

#include "core/to_size.hpp"
#include "mechanics/kernels/free_bodies.hpp"
#include "mechanics/plan/joint_tree.hpp"
#include "numbers/lanes.hpp"

namespace cchnn {

// Second moments are stored as (11, 22, 33, 23, 31, 12).
template <class Real>
struct JointLink {
    int first_position = 0, first_velocity = 0;  // the indices of its joint in y and in w
    bool on_ground = true;                       // it has no parent: its bias accelerations a and A are 0
    bool axis_fixed = false;  // it turns about an axis that is fixed in space: one moment of inertia is enough

    // Constants. The axes K of the joint at 0 and the point P are along the axes of the parent, the rest is along K.
    Real frame[3][3], from_parent[3], centre[3], second_moments[6], tip[3][3], mass;
    // At a state, in space: K (columns), P from that of the parent, the centre of mass from P, the angular velocity,
    // and the bias accelerations of K and of P, without accelerations of joints.
    Real k[3][3], d[3], g[3], w[3], a[3], bias[3];
    Real point[3], point_velocity[3];  // of P
    // The bias force (1) and the composite inertia (2) of the body and of all that hangs from it.
    Real n[3], f[3], total_mass, h[3], s[6];

    // out = sum_j columns_j a_j
    [[gnu::always_inline]] static void times_columns(const Real (&columns)[3][3], const Real* a, Real* out) {
        for (int i = 0; i < 3; ++i) out[i] = columns[0][i] * a[0] + columns[1][i] * a[1] + columns[2][i] * a[2];
    }
    [[gnu::always_inline]] static Real dot_product(const Real* a, const Real* b) {
        return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
    }
    [[gnu::always_inline]] static void add_cross(const Real* a, const Real* b, Real* out) {
        Real more[3];
        cross_product(a, b, more);
        for (int i = 0; i < 3; ++i) out[i] += more[i];
    }
    // J u = tr(S) u - S u: the angular momentum of a rotation u.
    [[gnu::always_inline]] static void angular_momentum(const Real (&s)[6], const Real* u, Real* out) {
        for (int i = 0; i < 3; ++i) {
            const int j = (i + 1) % 3, k = (i + 2) % 3;
            out[i] = (s[j] + s[k]) * u[i] - (s[3 + k] * u[j] + s[3 + j] * u[k]);
        }
    }

    // The kinematics of a body without parent, whose joint is on the ground, or which is free.
    template <bool with_positions>
    [[gnu::always_inline]] static void root_kinematics(JointType moves, JointLink& link, const Real* y, const Real* w) {
        for (int i = 0; with_positions && i < 3; ++i) {
            link.point[i] = moves == JointType::free ? y[i] : link.from_parent[i];
            link.point_velocity[i] = moves == JointType::free ? w[i] : Real(0.0);
        }
        if (moves == JointType::free) {
            y += 3;
            w += 3;
        }
        if (moves == JointType::free || moves == JointType::spherical) {
            axes_of(y, link.k);
            times_columns(link.k, w, link.w);
            return;
        }
        for (int j = 0; j < 3; ++j)
            for (int i = 0; i < 3; ++i) link.k[j][i] = link.frame[j][i];
        if (moves == JointType::revolute) rotate_about_hinge(link, y, link.frame[0], link.frame[1]);
        for (int i = 0; i < 3; ++i) {
            link.w[i] = moves == JointType::revolute ? link.k[2][i] * w[0] : Real(0.0);
            if (!with_positions || moves != JointType::prismatic) continue;
            link.point[i] += link.k[2][i] * y[0];
            link.point_velocity[i] = link.k[2][i] * w[0];
        }
    }
    // Rotates the first two axes of K by the angle of a hinge, given (cos, sin) of its half.
    [[gnu::always_inline]] static void rotate_about_hinge(JointLink& link, const Real* y, const Real* across,
                                                          const Real* third) {
        const Real cosine = y[0] * y[0] - y[1] * y[1], half = y[0] * y[1], sine = half + half;
        for (int i = 0; i < 3; ++i) {
            const Real a = across[i], b = third[i];
            link.k[0][i] = cosine * a + sine * b;
            link.k[1][i] = cosine * b - sine * a;
        }
    }
    // The kinematics of a body from those of its parent. The bias accelerations have the centripetal part, w x (w x d),
    // and the Coriolis part of a slide, 2 w x (velocity along the slide).
    template <bool with_positions>
    [[gnu::always_inline]] static void child_kinematics(JointType moves, const JointLink& parent, JointLink& link,
                                                        const Real* y, const Real* w) {
        times_columns(parent.k, link.from_parent, link.d);
        Real joint_rate[3] = {Real(0.0), Real(0.0), Real(0.0)}, slide_rate[3], convected[3];
        if (moves == JointType::spherical) {
            Real own[3][3];
            axes_of(y, own);
            for (int j = 0; j < 3; ++j) times_columns(parent.k, own[j], link.k[j]);
            times_columns(link.k, w, joint_rate);
        } else {
            for (int j = 0; j < 3; ++j) times_columns(parent.k, link.frame[j], link.k[j]);
            if (moves == JointType::revolute) rotate_about_hinge(link, y, link.k[0], link.k[1]);
            if (moves == JointType::revolute)
                for (int i = 0; i < 3; ++i) joint_rate[i] = link.k[2][i] * w[0];
        }
        if (moves == JointType::prismatic)
            for (int i = 0; i < 3; ++i) {
                link.d[i] += link.k[2][i] * y[0];
                slide_rate[i] = link.k[2][i] * w[0];
            }
        cross_product(parent.w, link.d, convected);
        for (int i = 0; i < 3; ++i) {
            if (with_positions) link.point[i] = parent.point[i] + link.d[i];
            if (with_positions) link.point_velocity[i] = parent.point_velocity[i] + convected[i];
            link.w[i] = parent.w[i] + joint_rate[i];
        }
        if (moves == JointType::prismatic)
            for (int i = 0; i < 3; ++i) {
                if (with_positions) link.point_velocity[i] += slide_rate[i];
                convected[i] += 2.0 * slide_rate[i];
            }
        cross_product(parent.w, convected, link.bias);
        cross_product(parent.w, joint_rate, link.a);
        if (parent.on_ground) return;
        add_cross(parent.a, link.d, link.bias);
        for (int i = 0; i < 3; ++i) {
            link.bias[i] += parent.bias[i];
            link.a[i] += parent.a[i];
        }
    }

    // (2) of this body alone, S = K S_K K^T in space; 0 without mass, and for a body about an axis fixed in space.
    [[gnu::always_inline]] static void set_inertia(bool massless, JointLink& link) {
        if (massless || link.axis_fixed) {
            link.total_mass = Real(0.0);
            for (int i = 0; i < 3; ++i) link.h[i] = Real(0.0);
            for (int i = 0; i < 6; ++i) link.s[i] = Real(0.0);
            return;
        }
        link.total_mass = link.mass;
        for (int i = 0; i < 3; ++i) link.h[i] = link.mass * link.g[i];
        Real half[3][3];  // S along K, column by column, in space
        const Real(&s)[6] = link.second_moments;
        const Real columns[3][3] = {{s[0], s[5], s[4]}, {s[5], s[1], s[3]}, {s[4], s[3], s[2]}};
        for (int j = 0; j < 3; ++j) times_columns(link.k, columns[j], half[j]);
        for (int i = 0; i < 3; ++i) {
            const int j = (i + 1) % 3, k = (i + 2) % 3;
            link.s[i] = half[0][i] * link.k[0][i] + half[1][i] * link.k[1][i] + half[2][i] * link.k[2][i];
            link.s[3 + i] = half[0][j] * link.k[0][k] + half[1][j] * link.k[1][k] + half[2][j] * link.k[2][k];
        }
    }

    // (3): adds bias force and composite inertia, moved from P to that of the parent, to those of the parent.
    [[gnu::always_inline]] static void add_to_parent(const JointLink& link, JointLink& parent) {
        add_cross(link.d, link.f, parent.n);
        Real t[3];
        const Real half = 0.5 * link.total_mass;
        for (int i = 0; i < 3; ++i) {
            parent.n[i] += link.n[i];
            parent.f[i] += link.f[i];
            t[i] = link.h[i] + half * link.d[i];
            parent.h[i] += link.h[i] + link.total_mass * link.d[i];
        }
        for (int i = 0; i < 3; ++i) {
            const int j = (i + 1) % 3, k = (i + 2) % 3;
            const Real product = t[i] * link.d[i];
            parent.s[i] += link.s[i] + (product + product);
            parent.s[3 + i] += link.s[3 + i] + (t[j] * link.d[k] + t[k] * link.d[j]);
        }
        parent.total_mass += link.total_mass;
    }
    // Column i of the motion subspace of a joint: the axis u in space. True for a rotation about u, false for a
    // translation along it.
    [[gnu::always_inline]] static bool motion_axis(JointType moves, const JointLink& link, int i, Real* u) {
        if (moves == JointType::free && i < 3) {
            for (int j = 0; j < 3; ++j) u[j] = Real(i == j ? 1.0 : 0.0);
            return false;
        }
        const int axis = moves == JointType::free ? i - 3 : moves == JointType::spherical ? i : 2;
        for (int j = 0; j < 3; ++j) u[j] = link.k[axis][j];
        return moves != JointType::prismatic;
    }
    // The generalised force that velocity i of a body receives from a force f at P and a moment n about it.
    [[gnu::always_inline]] static Real generalised_force(JointType moves, const JointLink& link, int i, const Real* n,
                                                         const Real* f) {
        if (moves == JointType::free && i < 3) return f[i];
        Real u[3];
        return motion_axis(moves, link, i, u) ? dot_product(u, n) : dot_product(u, f);
    }
    // The rates of the coordinates y from velocities w: equal for distances and places, half the product with the
    // angular velocity for quaternions and half-angles.
    [[gnu::always_inline]] static void position_rates(JointType moves, const JointLink& link, const Real* y,
                                                      const Real* w, Real* dy) {
        y += link.first_position;
        dy += link.first_position;
        w += link.first_velocity;
        if (moves == JointType::free) {
            for (int i = 0; i < 3; ++i) *dy++ = *w++;
            y += 3;
        }
        if (moves == JointType::prismatic) dy[0] = w[0];
        if (moves == JointType::revolute) {
            const Real half = 0.5 * w[0];
            dy[0] = -(half * y[1]);
            dy[1] = half * y[0];
        }
        if (moves != JointType::free && moves != JointType::spherical) return;
        const Real half[3] = {0.5 * w[0], 0.5 * w[1], 0.5 * w[2]};
        quaternion_product(y, half, dy);
    }
};

}  // namespace cchnn
