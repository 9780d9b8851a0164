#pragma once
// Least squares of four columns, for oscillation.hpp.

#include <array>
#include <cmath>
#include <cstddef>

namespace cchnn {

using Four = std::array<double, 4>;

// The normal equations of the columns 1, u - 1/2, cos and sin of (1): the lower triangle of their matrix, or its
// Cholesky factor. Four columns of similar size are well conditioned, so that QR is not needed.
using NormalEquations = std::array<Four, 4>;

// Rows first .. 3, given those before. False where the matrix is singular.
inline bool factorise(NormalEquations& a, std::size_t first, std::size_t end) {
    for (std::size_t i = first; i < end; ++i) {
        for (std::size_t j = 0; j <= i; ++j) {
            for (std::size_t k = 0; k < j; ++k) a[i][j] -= a[i][k] * a[j][k];
            if (i > j) a[i][j] /= a[j][j];
        }
        if (!(a[i][i] > 1e-12)) return false;
        a[i][i] = std::sqrt(a[i][i]);
    }
    return true;
}

// Solves for the first n unknowns alone: with n = 2 for the line without an oscillation.
template <std::size_t n>
Four solve(const NormalEquations& l, Four b) {
    for (std::size_t i = 0; i < n; ++i) {
        for (std::size_t k = 0; k < i; ++k) b[i] -= l[i][k] * b[k];
        b[i] /= l[i][i];
    }
    for (std::size_t i = n; i-- > 0;) {
        for (std::size_t k = i + 1; k < n; ++k) b[i] -= l[k][i] * b[k];
        b[i] /= l[i][i];
    }
    return b;
}

}  // namespace cchnn
