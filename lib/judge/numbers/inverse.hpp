#pragma once
// The inverse of a small matrix in any number type, for the mass matrix of one body (system.hpp).

#include <cstddef>
#include <utility>
#include <vector>

#include "judge/numbers/real.hpp"

namespace cchnn::judge {

// The inverse of a (n, n) matrix, row by row, by Gauss-Jordan elimination with row pivots.
template <class S>
std::vector<S> inverse_of(std::vector<S> a, std::size_t n) {
    std::vector<S> b(a.size(), S(0));
    for (std::size_t i = 0; i < n; ++i) b[i * n + i] = 1;
    for (std::size_t c = 0; c < n; ++c) {
        std::size_t best = c;
        for (std::size_t r = c; r < n; ++r)
            if (magnitude(a[r * n + c]) > magnitude(a[best * n + c])) best = r;
        const S pivot = a[best * n + c];
        for (std::size_t j = 0; j < n; ++j) {
            std::swap(a[c * n + j], a[best * n + j]);
            std::swap(b[c * n + j], b[best * n + j]);
            a[c * n + j] /= pivot;
            b[c * n + j] /= pivot;
        }
        for (std::size_t r = 0; r < n; ++r) {
            if (r == c) continue;
            const S factor = a[r * n + c];
            for (std::size_t j = 0; j < n; ++j) {
                a[r * n + j] -= factor * a[c * n + j];
                b[r * n + j] -= factor * b[c * n + j];
            }
        }
    }
    return b;
}

}  // namespace cchnn::judge
