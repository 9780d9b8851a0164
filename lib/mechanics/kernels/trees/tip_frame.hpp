#pragma once
// The tips e_i = x_i - x_0 of one rigid body at a state, their dual basis e^i (e^i . e_j = delta_ij), and s_i, the part
// of their accelerations that the rigidity constraints require:
//
//   (1)  s_i . e_j + s_j . e_i + tau_ij = 0:   s_i = -1/2 sum_j tau_ij e^j
//   (2)  accelerations  tau_ij = 2 u_i . u_j,              u_i = v_i - v_0
//        velocities     tau_ij = d(e_i . e_j)/dt
//        positions      tau_ij = e_i . e_j - delta_ij
//
// The rest is a rigid rotation: a_i - a_0 = alpha x e_i + s_i, for any e_i.

#include "elements/parts/separation_table.hpp"
#include "numbers/lanes.hpp"
#include "numbers/nonzero.hpp"

namespace cchnn {

// The dual basis of K vectors in D dimensions.
template <int K, int D, class Real>
[[gnu::always_inline]] inline void dual_basis(const Real (*e)[D], Real (*dual)[D]) {
    if constexpr (K == 1) {
        const Real scale = 1.0 / dot<D>(e[0], e[0]);
        for (int j = 0; j < D; ++j) dual[0][j] = scale * e[0][j];
    } else if constexpr (K == 2) {
        const Real a = dot<D>(e[0], e[0]), b = dot<D>(e[0], e[1]), c = dot<D>(e[1], e[1]);
        const Real scale = 1.0 / (a * c - b * b), sa = scale * a, sb = scale * b, sc = scale * c;
        for (int j = 0; j < D; ++j) {
            dual[0][j] = sc * e[0][j] - sb * e[1][j];
            dual[1][j] = sa * e[1][j] - sb * e[0][j];
        }
    } else if constexpr (D == 3) {
        for (int i = 0; i < 3; ++i)
            for (int j = 0; j < 3; ++j) {
                const Real *const a = e[(i + 1) % 3], *const b = e[(i + 2) % 3];
                dual[i][j] = a[(j + 1) % 3] * b[(j + 2) % 3] - a[(j + 2) % 3] * b[(j + 1) % 3];
            }
        const Real scale = 1.0 / dot<D>(e[0], dual[0]);
        for (int i = 0; i < 3; ++i)
            for (int j = 0; j < 3; ++j) dual[i][j] *= scale;
    }
}

// Which of the problems (2) is solved; `nothing`: only forces act, all bias terms are zero.
enum class Asked { accelerations, velocities, positions, nothing };

// The frame of a body with up to Most tips; missing tips are zero. The dual basis is stored apart, because it is not
// needed after (1).
template <class Real, int D, int Most>
struct TipFrame {
    Real e[Most][D], u[Most][D], s[Most][D];
    struct Dual {
        Real vectors[Most][D];
    };

    TipFrame() {
        for (auto* all : {&e, &u, &s})
            for (auto& vector : *all)
                for (Real& c : vector) c = Real(0.0);
    }
    template <int K>
    [[gnu::always_inline]] void read(const Real* x, Dual& dual) {
        for (int i = 0; i < K; ++i)
            for (int j = 0; j < D; ++j) e[i][j] = x[(i + 1) * D + j] - x[j];
        dual_basis<K, D>(e, dual.vectors);
    }
    // (1); v is read if `asked` needs it. `worst` becomes the largest |tau| of positions.
    template <int K, Asked asked>
    [[gnu::always_inline]] void read_rates(const Real* v, const Dual& dual, Real& worst) {
        if constexpr (asked == Asked::accelerations || asked == Asked::velocities)
            for (int i = 0; i < K; ++i)
                for (int j = 0; j < D; ++j) u[i][j] = v[(i + 1) * D + j] - v[j];
        Real correction[K][K];  // -tau_ij / 2
        for (int i = 0; i < K; ++i)
            for (int j = i; j < K; ++j) correction[j][i] = correction[i][j] = half<asked>(i, j);
        if constexpr (asked == Asked::positions)
            for (int i = 0; i < K; ++i)
                for (int j = i; j < K; ++j) {
                    const Real off = 2.0 * absolute(correction[i][j]);
                    worst = select(off > worst, off, worst);
                }
        for (int i = 0; i < K; ++i)
            for (int k = 0; k < D; ++k) {
                s[i][k] = correction[i][0] * dual.vectors[0][k];
                for (int j = 1; j < K; ++j) s[i][k] = s[i][k] + correction[i][j] * dual.vectors[j][k];
            }
    }

    // Weighted sums over tips, with weights in C; zero weights are skipped, since most points and directions are those
    // of one tip.
    template <int K, class C>
    [[gnu::always_inline]] static void sum(const C* weights, const Real (*vectors)[D], Real* out) {
        for (int k = 0; k < D; ++k) out[k] = Real(0.0);
        for (int i = 0; i < K; ++i)
            if (Nonzero<C>::any(weights[i]))
                for (int k = 0; k < D; ++k) out[k] = out[k] + weights[i] * vectors[i][k];
    }

  private:
    template <Asked asked>
    [[gnu::always_inline]] Real half(int i, int j) const {
        if constexpr (asked == Asked::accelerations) return -dot<D>(u[i], u[j]);
        else if constexpr (asked == Asked::velocities) return -0.5 * (dot<D>(e[j], u[i]) + dot<D>(e[i], u[j]));
        else return -0.5 * (i == j ? dot<D>(e[i], e[i]) - 1.0 : dot<D>(e[i], e[j]));
    }
};

}  // namespace cchnn
