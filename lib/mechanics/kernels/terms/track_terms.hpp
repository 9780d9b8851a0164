#pragma once
// Jacobian rows of points on curves. The curve parameter s of each point is part of the state, so that it follows the
// point through crossings of the curve:
//
//   (1)  phi_j = n_j(s) . (r - C(s)),  j = 1 .. d-1         n_j, t = C'/|C'| orthonormal
//   (2)  g_j   = n_j                                        d phi_j/dr on the curve
//   (3)  h_j   = -kappa_j (t . dr/dt) t                     d(G v)/dr there, kappa_j = n_j . C''/|C'|^2
//   (4)  ds/dt = t . dr/dt / |C'|
//   (5)  (r - C(s)) . C'(s) = 0                             Newton: s += (r - C) . C' / (|C'|^2 - (r - C) . C'')
//
// The choice of normals does not affect the motion: how n_1, n_2 turn about t drops out where phi = 0 and G v = 0. So
// they are computed from the tangent alone: n = (-t_y, t_x); in three dimensions after Duff et al., Building an
// Orthonormal Basis, Revisited (2017), which never divides by less than 1.

#include "elements/parts/curve/curve.hpp"
#include "mechanics/plan/computed_terms.hpp"

namespace cchnn {

// The D-1 normals of a unit tangent, (D-1, D).
template <int D, class Real>
inline void normals_across(const Real* t, Real* n) {
    if constexpr (D == 2) {
        n[0] = -t[1];
        n[1] = t[0];
    } else if constexpr (D == 3) {
        const Real sign = select(t[2] < Real(0.0), Real(-1.0), Real(1.0));
        const Real a = -1.0 / (sign + t[2]), b = t[0] * t[1] * a;
        n[0] = 1.0 + sign * (t[0] * t[0] * a);
        n[1] = sign * b;
        n[2] = -sign * t[0];
        n[3] = b;
        n[4] = sign + t[1] * t[1] * a;
        n[5] = -t[1];
    }
}

// A curve at the parameter of one point: position, derivatives C' and C'', tangent and normals.
template <class Real, int D>
struct TrackFrame {
    Real position[D], first[D], second[D], tangent[D], normals[(D > 1 ? D - 1 : 1) * D], speed;

    void read(const Curve& curve, const Real& s, Jet<Real>* work) {
        curve.evaluate(s, work, position, first, second);
        Real square = first[0] * first[0];
        for (int k = 1; k < D; ++k) square += first[k] * first[k];
        speed = square_root(square);
        for (int k = 0; k < D; ++k) tangent[k] = first[k] / speed;
        normals_across<D>(tangent, normals);
    }
    Real along(const Real* a) const {
        Real sum = tangent[0] * a[0];
        for (int k = 1; k < D; ++k) sum += tangent[k] * a[k];
        return sum;
    }
    Real curvature(int j) const {
        Real sum = normals[j * D] * second[0];
        for (int k = 1; k < D; ++k) sum += normals[j * D + k] * second[k];
        return sum / (speed * speed);
    }
    // The Newton step of (5); `bend` is (r - C) . C''.
    Real correction(const Real* r) const {
        Real off = Real(0.0), bend = Real(0.0);
        for (int k = 0; k < D; ++k) {
            off += (r[k] - position[k]) * first[k];
            bend += (r[k] - position[k]) * second[k];
        }
        const Real square = speed * speed, slope = square - bend;
        return off / select(slope < 0.25 * square, square, slope);  // past the centre of curvature Newton turns round
    }
};

}  // namespace cchnn
