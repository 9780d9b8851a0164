#pragma once
// The inverse of a small matrix in any number type, for the mass matrix of one body (system.hpp).

#include <cstddef>
#include <utility>
#include <vector>

#include "judge/numbers/real.hpp"

namespace cchnn::judge {

// The inverse of a (n, n) matrix, row by row, by Gauss-Jordan elimination with row pivots.
template <class S>
std::vector<S> inverse_of(std::vector<S> a, int n) {
    std::vector<S> b(a.size(), S(0));
    const auto at = [n](int i, int j) { return static_cast<std::size_t>(i * n + j); };
    for (int i = 0; i < n; ++i) b[at(i, i)] = 1;
    for (int c = 0; c < n; ++c) {
        int best = c;
        for (int r = c; r < n; ++r)
            if (magnitude(a[at(r, c)]) > magnitude(a[at(best, c)])) best = r;
        const S pivot = a[at(best, c)];
        for (int j = 0; j < n; ++j) {
            std::swap(a[at(c, j)], a[at(best, j)]);
            std::swap(b[at(c, j)], b[at(best, j)]);
            a[at(c, j)] /= pivot;
            b[at(c, j)] /= pivot;
        }
        for (int r = 0; r < n; ++r) {
            if (r == c) continue;
            const S factor = a[at(r, c)];
            for (int j = 0; j < n; ++j) {
                a[at(r, j)] -= factor * a[at(c, j)];
                b[at(r, j)] -= factor * b[at(c, j)];
            }
        }
    }
    return b;
}

}  // namespace cchnn::judge
