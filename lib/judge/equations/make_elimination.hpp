#pragma once
// How Equations solves with A = G M^-1 G^T and finds independent rows: a part of make_equations.hpp. All loops
// follow the bodies of a row, since most rows touch one or two bodies.

#include <algorithm>

#include "judge/equations.hpp"

namespace cchnn::judge {

// A pivot below this means that a row, scaled to length 1, depends on the rows before it. Rounding leaves about
// 1e-18 of a dependent row. A hinge or loop this close to losing a row has lost it for all purposes.
inline constexpr double dependent = 1e-11;

// M^-1 G^T for these rows, body by body, since M is block diagonal.
template <class S>
void Equations<S>::fill_products(const std::vector<std::size_t>& rows) {
    for (std::size_t row : rows)
        for (std::size_t b : bodies_of_row_[row]) {
            const Body<S>& body = bodies_[b];
            const std::size_t n = body.nodes, begin = row * n_ + body.first_node * d_;
            const S* g = g_.data() + begin;
            S* product = m_inverse_g_.data() + begin;
            if (n == 1) {
                for (std::size_t i = 0; i < d_; ++i) product[i] = body.inverse[0] * g[i];
                continue;
            }
            for (std::size_t i = 0; i < n * d_; ++i) product[i] = 0;
            for (std::size_t c = 0; c < n; ++c)
                for (std::size_t i = 0; i < d_; ++i) {
                    if (g[c * d_ + i] == S(0)) continue;
                    for (std::size_t a = 0; a < n; ++a) product[a * d_ + i] += body.inverse[a * n + c] * g[c * d_ + i];
                }
        }
}

// (A)_ij, from the bodies that both rows touch.
template <class S>
S Equations<S>::product(std::size_t i, std::size_t j) const {
    S sum = 0;
    for (std::size_t a : bodies_of_row_[i])
        for (std::size_t b : bodies_of_row_[j]) {
            if (a != b) continue;
            const Body<S>& body = bodies_[a];
            const std::size_t begin = body.first_node * d_, end = begin + body.nodes * d_;
            for (std::size_t c = begin; c < end; ++c)
                if (const S& g = g_[i * n_ + c]; g != S(0)) sum += g * m_inverse_g_[j * n_ + c];
        }
    return sum;
}

// A = L D L^T of these rows into factor_: L below the diagonal, D on it. Zeros, of which chains are full, are
// skipped. False if a pivot is not positive: the rows have lost their rank.
template <class S>
bool Equations<S>::factor(const std::vector<std::size_t>& rows) {
    fill_products(rows);
    const std::size_t c = rows.size();
    Vector scaled(c);
    for (std::size_t i = 0; i < c; ++i) {
        S* row = factor_.data() + i * c;
        for (std::size_t j = 0; j <= i; ++j) row[j] = product(rows[i], rows[j]);
        for (std::size_t j = 0; j < i; ++j) {
            if (row[j] == S(0)) continue;
            const S* other = factor_.data() + j * c;
            // Of row j, L_jk for k < j: row i holds L_ik D_k until it is done.
            for (std::size_t k = j + 1; k < i; ++k)
                if (const S& l = factor_[k * c + j]; l != S(0)) row[k] -= row[j] * l;
            scaled[j] = row[j] / other[j];
            row[i] -= row[j] * scaled[j];
        }
        for (std::size_t j = 0; j < i; ++j)
            if (row[j] != S(0)) row[j] = scaled[j];
        if (!(row[i] > S(0))) return false;
    }
    return true;
}

// Solves with the factor of factor(); b becomes the solution.
template <class S>
void Equations<S>::solve(std::size_t c, Vector& b) const {
    for (std::size_t i = 0; i < c; ++i)
        for (std::size_t j = 0; j < i; ++j)
            if (const S& l = factor_[i * c + j]; l != S(0)) b[i] -= l * b[j];
    for (std::size_t i = 0; i < c; ++i) b[i] /= factor_[i * c + i];
    for (std::size_t i = c; i-- > 0;)
        for (std::size_t j = 0; j < i; ++j)
            if (const S& l = factor_[i * c + j]; l != S(0)) b[j] -= l * b[i];
}

// Those candidates that do not depend on each other, by elimination with the largest pivot on the diagonal.
// Rows on positions come first, since rows on velocities may follow from them.
template <class S>
std::vector<std::size_t> Equations<S>::independent(const std::vector<std::size_t>& candidates, std::size_t holonomic) {
    fill_products(candidates);
    const std::size_t c = candidates.size();
    Vector a(c * c), length(c);
    // Of rows that only together have a length, (1 - t t^T), the shorter ones are the worse ones.
    for (std::size_t i = 0; i < c; ++i)
        for (std::size_t j = 0; j < c; ++j)
            if (piece_of_row_[candidates[i]] == piece_of_row_[candidates[j]])
                length[i] = std::max(length[i], product(candidates[j], candidates[j]));
    for (S& square : length) square = sqrt(square);
    for (std::size_t i = 0; i < c; ++i)
        for (std::size_t j = 0; j < c; ++j)
            a[i * c + j] =
                length[i] * length[j] > S(0) ? product(candidates[i], candidates[j]) / (length[i] * length[j]) : S(0);
    std::vector<bool> taken(c, false);
    std::vector<std::size_t> chosen;
    for (std::size_t begin = 0, end = holonomic;;) {
        std::size_t best = c;
        for (std::size_t i = begin; i < end; ++i)
            if (!taken[i] && (best == c || a[i * c + i] > a[best * c + best])) best = i;
        if (best == c || a[best * c + best] < S(dependent)) {
            if (end == c) break;
            begin = holonomic;
            end = c;
            continue;
        }
        taken[best] = true;
        chosen.push_back(candidates[best]);
        for (std::size_t i = 0; i < c; ++i) {
            if (taken[i] || a[i * c + best] == S(0)) continue;
            const S factor = a[i * c + best] / a[best * c + best];
            for (std::size_t j = 0; j < c; ++j)
                if (!taken[j]) a[i * c + j] -= factor * a[best * c + j];
        }
    }
    return chosen;
}

}  // namespace cchnn::judge
