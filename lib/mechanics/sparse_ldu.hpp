#pragma once
// L D U of a matrix whose pattern is symmetric and whose values are not: the Newton matrix of a step, G(x_new) M^-1
// G(x)^T. It is within O(h) of a positive definite one, so no pivoting is needed, and L and U fill in where the L of
// sparse_ldlt.hpp does: a chain stays tridiagonal.
//
//   (1)  A = L D U:  D_i L_ki = A_ki - sum_{j<i} L_kj D_j U_ji,   D_i U_ik = A_ik - sum_{j<i} L_ij D_j U_jk
//   (2)  D_k = A_kk - sum_i L_ki D_i U_ik
//
// Up-looking and in a fixed order of summation, like Ldlt: row and column k together.

#include <vector>

#include "core/to_size.hpp"
#include "mechanics/sparse_ldlt.hpp"

namespace cchnn {

template <class Real>
class Ldu {
  public:
    explicit Ldu(const LdltPattern& pattern)
        : pattern_(&pattern), l_(to_size(pattern.fill()), Real(0.0)), u_(l_),
          inverse_d_(to_size(pattern.size()), Real(0.0)), row_(inverse_d_), column_(inverse_d_) {}

    // Entries in the pattern's order: `below` holds A_kj, `above` A_jk, for j < k; of the diagonal, `below` counts.
    // `pivot(k, d)` may look at a pivot and returns 1/d.
    template <class Pivot>
    void factor(const Real* below, const Real* above, Pivot&& pivot) {
        const LdltPattern& s = *pattern_;
        for (std::size_t k = 0; k < inverse_d_.size(); ++k) {
            const auto diagonal = to_size(s.a_begin[k + 1]) - 1;
            for (std::size_t e = to_size(s.a_begin[k]); e < diagonal; ++e) {
                row_[to_size(s.a_columns[e])] = below[e];
                column_[to_size(s.a_columns[e])] = above[e];
            }
            Real d = below[diagonal];
            for (std::size_t e = to_size(s.row_begin[k]); e < to_size(s.row_begin[k + 1]); ++e)
                d -= eliminate(to_size(s.row_columns[e]), to_size(s.row_positions[e]));
            inverse_d_[k] = pivot(static_cast<int>(k), d);
        }
    }

    // b <- A^-1 b
    void solve(Real* b) const {
        const LdltPattern& s = *pattern_;
        for (std::size_t i = 0; i < inverse_d_.size(); ++i)
            for (std::size_t c = to_size(s.column_begin[i]); c < to_size(s.column_begin[i + 1]); ++c)
                b[s.column_rows[c]] -= l_[c] * b[i];
        for (std::size_t i = inverse_d_.size(); i-- > 0;) {
            Real sum = b[i] * inverse_d_[i];
            for (std::size_t c = to_size(s.column_begin[i]); c < to_size(s.column_begin[i + 1]); ++c)
                sum -= u_[c] * b[s.column_rows[c]];
            b[i] = sum;
        }
    }

  private:
    // Column i of row k, whose entry of L and U is at `position`; returns L_ki D_i U_ik.
    Real eliminate(std::size_t i, std::size_t position) {
        const LdltPattern& s = *pattern_;
        const Real left = row_[i], up = column_[i];
        row_[i] = column_[i] = Real(0.0);
        for (std::size_t c = to_size(s.column_begin[i]); c < position; ++c) {
            row_[to_size(s.column_rows[c])] -= u_[c] * left;
            column_[to_size(s.column_rows[c])] -= l_[c] * up;
        }
        l_[position] = left * inverse_d_[i];
        u_[position] = up * inverse_d_[i];
        return l_[position] * up;
    }

    const LdltPattern* pattern_;
    std::vector<Real> l_, u_, inverse_d_, row_, column_;
};

}  // namespace cchnn
