#pragma once
// One body of a tree with the coordinates of joints as the state (joint_states.hpp, whose equations and names these are):
// how it moves on its parent, what it weighs, and what its joint sees of a momentum.

#include "core/to_size.hpp"
#include "mechanics/kernels/free_bodies.hpp"
#include "mechanics/plan/joint_tree.hpp"
#include "numbers/lanes.hpp"

namespace cchnn {

// Constants are along K, the rest is in space.
template <class Real>
struct JointLink {
    int position = 0, column = 0;  // its first ones
    bool first = true;             // without parent: its a and A are 0
    bool about_fixed = false;      // turns about an axis fixed in space: its moment of inertia about it suffices
    Real frame[3][3], from_parent[3], centre[3], second[6], tip[3][3], mass;  // frame: columns K at 0 on the parent
    Real k[3][3], d[3], g[3], w[3], a[3], at[3];                              // k: columns; A is `at`
    Real place[3], speed[3];                                                  // of P
    Real n[3], f[3], sum, h[3], s[6];

    // Of the columns of a 3x3 matrix.
    [[gnu::always_inline]] static void combine(const Real (&columns)[3][3], const Real* a, Real* out) {
        for (int i = 0; i < 3; ++i) out[i] = columns[0][i] * a[0] + columns[1][i] * a[1] + columns[2][i] * a[2];
    }
    [[gnu::always_inline]] static Real along(const Real* a, const Real* b) {
        return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
    }
    [[gnu::always_inline]] static void add_cross(const Real* a, const Real* b, Real* out) {
        Real more[3];
        cross_product(a, b, more);
        for (int i = 0; i < 3; ++i) out[i] += more[i];
    }
    // tr S u - S u, of S = (11, 22, 33, 23, 31, 12)
    [[gnu::always_inline]] static void turn_momentum(const Real (&s)[6], const Real* u, Real* out) {
        for (int i = 0; i < 3; ++i) {
            const int j = (i + 1) % 3, k = (i + 2) % 3;
            out[i] = (s[j] + s[k]) * u[i] - (s[3 + k] * u[j] + s[3 + j] * u[k]);
        }
    }

    // A body on the ground, or a free one.
    template <bool placed>
    [[gnu::always_inline]] static void start(JointType moves, JointLink& link, const Real* y, const Real* w) {
        for (int i = 0; placed && i < 3; ++i) {
            link.place[i] = moves == JointType::free ? y[i] : link.from_parent[i];
            link.speed[i] = moves == JointType::free ? w[i] : Real(0.0);
        }
        if (moves == JointType::free) {
            y += 3;
            w += 3;
        }
        if (moves == JointType::free || moves == JointType::spherical) {
            axes_of(y, link.k);
            combine(link.k, w, link.w);
            return;
        }
        for (int j = 0; j < 3; ++j)
            for (int i = 0; i < 3; ++i) link.k[j][i] = link.frame[j][i];
        if (moves == JointType::revolute) turn(link, y, link.frame[0], link.frame[1]);
        for (int i = 0; i < 3; ++i) {
            link.w[i] = moves == JointType::revolute ? link.k[2][i] * w[0] : Real(0.0);
            if (!placed || moves != JointType::prismatic) continue;
            link.place[i] += link.k[2][i] * y[0];
            link.speed[i] = link.k[2][i] * w[0];
        }
    }
    [[gnu::always_inline]] static void turn(JointLink& link, const Real* y, const Real* across, const Real* third) {
        const Real cosine = y[0] * y[0] - y[1] * y[1], half = y[0] * y[1], sine = half + half;
        for (int i = 0; i < 3; ++i) {
            const Real a = across[i], b = third[i];
            link.k[0][i] = cosine * a + sine * b;
            link.k[1][i] = cosine * b - sine * a;
        }
    }
    template <bool placed>
    [[gnu::always_inline]] static void follow(JointType moves, const JointLink& parent, JointLink& link, const Real* y,
                                              const Real* w) {
        combine(parent.k, link.from_parent, link.d);
        Real rate[3] = {Real(0.0), Real(0.0), Real(0.0)}, slip[3], inner[3];
        if (moves == JointType::spherical) {
            Real own[3][3];
            axes_of(y, own);
            for (int j = 0; j < 3; ++j) combine(parent.k, own[j], link.k[j]);
            combine(link.k, w, rate);
        } else {
            for (int j = 0; j < 3; ++j) combine(parent.k, link.frame[j], link.k[j]);
            if (moves == JointType::revolute) turn(link, y, link.k[0], link.k[1]);
            if (moves == JointType::revolute)
                for (int i = 0; i < 3; ++i) rate[i] = link.k[2][i] * w[0];
        }
        if (moves == JointType::prismatic)
            for (int i = 0; i < 3; ++i) {
                link.d[i] += link.k[2][i] * y[0];
                slip[i] = link.k[2][i] * w[0];
            }
        cross_product(parent.w, link.d, inner);
        for (int i = 0; i < 3; ++i) {
            if (placed) link.place[i] = parent.place[i] + link.d[i];
            if (placed) link.speed[i] = parent.speed[i] + inner[i];
            link.w[i] = parent.w[i] + rate[i];
        }
        if (moves == JointType::prismatic)
            for (int i = 0; i < 3; ++i) {
                if (placed) link.speed[i] += slip[i];
                inner[i] += 2.0 * slip[i];
            }
        cross_product(parent.w, inner, link.at);
        cross_product(parent.w, rate, link.a);
        if (parent.first) return;
        add_cross(parent.a, link.d, link.at);
        for (int i = 0; i < 3; ++i) {
            link.at[i] += parent.at[i];
            link.a[i] += parent.a[i];
        }
    }

    [[gnu::always_inline]] static void weigh(bool massless, JointLink& link) {
        if (massless || link.about_fixed) {
            link.sum = Real(0.0);
            for (int i = 0; i < 3; ++i) link.h[i] = Real(0.0);
            for (int i = 0; i < 6; ++i) link.s[i] = Real(0.0);
            return;
        }
        link.sum = link.mass;
        for (int i = 0; i < 3; ++i) link.h[i] = link.mass * link.g[i];
        Real half[3][3];  // S along K, column by column, in space
        const Real(&s)[6] = link.second;
        const Real columns[3][3] = {{s[0], s[5], s[4]}, {s[5], s[1], s[3]}, {s[4], s[3], s[2]}};
        for (int j = 0; j < 3; ++j) combine(link.k, columns[j], half[j]);
        for (int i = 0; i < 3; ++i) {
            const int j = (i + 1) % 3, k = (i + 2) % 3;
            link.s[i] = half[0][i] * link.k[0][i] + half[1][i] * link.k[1][i] + half[2][i] * link.k[2][i];
            link.s[3 + i] = half[0][j] * link.k[0][k] + half[1][j] * link.k[1][k] + half[2][j] * link.k[2][k];
        }
    }

    [[gnu::always_inline]] static void lift(const JointLink& link, JointLink& parent) {
        add_cross(link.d, link.f, parent.n);
        Real t[3];
        const Real half = 0.5 * link.sum;
        for (int i = 0; i < 3; ++i) {
            parent.n[i] += link.n[i];
            parent.f[i] += link.f[i];
            t[i] = link.h[i] + half * link.d[i];
            parent.h[i] += link.h[i] + link.sum * link.d[i];
        }
        for (int i = 0; i < 3; ++i) {
            const int j = (i + 1) % 3, k = (i + 2) % 3;
            const Real product = t[i] * link.d[i];
            parent.s[i] += link.s[i] + (product + product);
            parent.s[3 + i] += link.s[3 + i] + (t[j] * link.d[k] + t[k] * link.d[j]);
        }
        parent.sum += link.sum;
    }
    // The direction of velocity i of a body, and whether the body turns about it.
    [[gnu::always_inline]] static bool direction(JointType moves, const JointLink& link, int i, Real* u) {
        if (moves == JointType::free && i < 3) {
            for (int j = 0; j < 3; ++j) u[j] = Real(i == j ? 1.0 : 0.0);
            return false;
        }
        const int axis = moves == JointType::free ? i - 3 : moves == JointType::spherical ? i : 2;
        for (int j = 0; j < 3; ++j) u[j] = link.k[axis][j];
        return moves != JointType::prismatic;
    }
    // Of a momentum and a moment of momentum, what velocity i of a body sees.
    [[gnu::always_inline]] static Real entry(JointType moves, const JointLink& link, int i, const Real* n,
                                             const Real* f) {
        if (moves == JointType::free && i < 3) return f[i];
        Real u[3];
        return direction(moves, link, i, u) ? along(u, n) : along(u, f);
    }
    [[gnu::always_inline]] static void position_rates(JointType moves, const JointLink& link, const Real* y,
                                                      const Real* w, Real* dy) {
        y += link.position;
        dy += link.position;
        w += link.column;
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
