#pragma once
// Vectors of D numbers and blocks of D times D, in registers where the loops of a kernel unroll. Symmetric blocks store
// their upper triangle, row by row. An angular velocity is a number in a plane and a vector in space:
//
//   (1)  turn x r = turn (-r_y, r_x),  r x f = r_x f_y - r_y f_x         in a plane
//   (2)  S^-1 = adj(S) / det(S)

#include <utility>

#include "elements/parts/separation_table.hpp"

namespace cchnn {

template <int D>
inline constexpr int triangle = D*(D + 1) / 2;
// The index of entry (i, j) of a symmetric block.
template <int D>
constexpr int in_triangle(int i, int j) {
    if (i > j) std::swap(i, j);
    return i * D - i * (i - 1) / 2 + j - i;
}

template <int D, class Real>
[[gnu::always_inline]] inline void copy(const Real* from, Real* to) {
    for (int k = 0; k < D; ++k) to[k] = from[k];
}
template <int D, class Real>
[[gnu::always_inline]] inline void add(const Real* from, Real* to) {
    for (int k = 0; k < D; ++k) to[k] = to[k] + from[k];
}
// to += c from
template <int D, class Real, class C>
[[gnu::always_inline]] inline void add_times(const C& c, const Real* from, Real* to) {
    for (int k = 0; k < D; ++k) to[k] = to[k] + c * from[k];
}
template <class Real>
[[gnu::always_inline]] inline void cross(const Real* a, const Real* b, Real* out) {
    out[0] = a[1] * b[2] - a[2] * b[1];
    out[1] = a[2] * b[0] - a[0] * b[2];
    out[2] = a[0] * b[1] - a[1] * b[0];
}
template <class Real>
[[gnu::always_inline]] inline void add_cross(const Real* a, const Real* b, Real* to) {
    Real c[3];
    cross(a, b, c);
    for (int k = 0; k < 3; ++k) to[k] = to[k] + c[k];
}

// Row i of S.
template <int D, class Real>
[[gnu::always_inline]] inline void symmetric_row(const Real* s, int i, Real* out) {
    for (int k = 0; k < D; ++k) out[k] = s[in_triangle<D>(i, k)];
}
// out = S v
template <int D, class Real>
[[gnu::always_inline]] inline void symmetric_times(const Real* s, const Real* v, Real* out) {
    Real sum[D];
    for (int i = 0; i < D; ++i) {
        sum[i] = s[in_triangle<D>(i, 0)] * v[0];
        for (int j = 1; j < D; ++j) sum[i] = sum[i] + s[in_triangle<D>(i, j)] * v[j];
    }
    copy<D>(sum, out);
}
// to -= S v
template <int D, class Real>
[[gnu::always_inline]] inline void subtract_symmetric_times(const Real* s, const Real* v, Real* to) {
    Real out[D];
    symmetric_times<D>(s, v, out);
    for (int i = 0; i < D; ++i) to[i] = to[i] - out[i];
}
// out = B v and out = B^T v of a (3, 3) block, row by row
template <class Real>
[[gnu::always_inline]] inline void block_times(const Real* b, const Real* v, Real* out) {
    for (int i = 0; i < 3; ++i) out[i] = b[3 * i] * v[0] + b[3 * i + 1] * v[1] + b[3 * i + 2] * v[2];
}
template <class Real>
[[gnu::always_inline]] inline void transposed_times(const Real* b, const Real* v, Real* out) {
    for (int i = 0; i < 3; ++i) out[i] = b[i] * v[0] + b[3 + i] * v[1] + b[6 + i] * v[2];
}

// (2)
template <int D, class Real>
[[gnu::always_inline]] inline void invert(const Real* s, Real* out) {
    if constexpr (D == 2) {
        const Real scale = 1.0 / (s[0] * s[2] - s[1] * s[1]);
        const Real a = scale * s[2], b = -(scale * s[1]), c = scale * s[0];
        out[0] = a;
        out[1] = b;
        out[2] = c;
    } else {
        Real adjoint[6] = {s[3] * s[5] - s[4] * s[4], s[2] * s[4] - s[1] * s[5], s[1] * s[4] - s[2] * s[3],
                           s[0] * s[5] - s[2] * s[2], s[1] * s[2] - s[0] * s[4], s[0] * s[3] - s[1] * s[1]};
        const Real scale = 1.0 / (s[0] * adjoint[0] + s[1] * adjoint[1] + s[2] * adjoint[2]);
        for (int i = 0; i < 6; ++i) out[i] = scale * adjoint[i];
    }
}

}  // namespace cchnn
