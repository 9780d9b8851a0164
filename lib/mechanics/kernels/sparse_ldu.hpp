#pragma once
// L D U of a matrix with a symmetric pattern and unsymmetric values: B = G(x_new) M^-1 G(x)^T, the Newton matrix of a
// RATTLE step, and the matrix of RigidDynamics. B is within O(h) of a positive definite matrix, so no pivoting is
// needed, and L and U fill in where the L of sparse_ldlt.hpp does: a chain stays tridiagonal.
//
//   (1)  A = L D U:  D_i L_ki = A_ki - sum_{j<i} L_kj D_j U_ji,   D_i U_ik = A_ik - sum_{j<i} L_ij D_j U_jk
//   (2)  D_k = A_kk - sum_i L_ki D_i U_ik
//
// Up-looking and in a fixed order of summation, like Ldlt: row and column k together.

#include <vector>

#include "core/to_size.hpp"
#include "mechanics/rows/sparse_ldlt.hpp"

namespace cchnn {

// Owns L, U, 1/D and one row and column of work; refers to the pattern, which outlives it. RattleInDimension and
// RigidDynamics own one each.
template <class Real>
class Ldu {
  public:
    explicit Ldu(const LdltPattern &pattern)
        : pattern_(&pattern),
          l_(pattern.fill(), Real(0.0)),
          u_(l_),
          inverse_d_(pattern.size(), Real(0.0)),
          row_(inverse_d_),
          column_(inverse_d_) {}

    // Entries in the pattern's order: `below` holds A_kj, `above` A_jk, for j < k; of the diagonal, `below` counts.
    // `pivot(k, d)` may look at a pivot and returns 1/d.
    // Pointers are local everywhere: a store of Lanes may alias anything, members included.
    template <class Pivot>
    void factor(const Real *below, const Real *above, Pivot &&pivot) {
        const LdltPattern &s = *pattern_;
        const int *const a_begin = s.a_begin.data(), *const a_columns = s.a_columns.data();
        const int *const row_begin = s.row_begin.data(), *const row_columns = s.row_columns.data();
        const int *const positions = s.row_positions.data(), *const column_rows = s.column_rows.data();
        const int *const column_begin = s.column_begin.data();
        Real *const row = row_.data(), *const column = column_.data();
        Real *const l = l_.data(), *const u = u_.data(), *const inverse_d = inverse_d_.data();
        const int n = s.size();
        for (int k = 0; k < n; ++k) {
            const int diagonal = a_begin[k + 1] - 1;
            for (int e = a_begin[k]; e < diagonal; ++e) {
                row[a_columns[e]] = below[e];
                column[a_columns[e]] = above[e];
            }
            Real d = below[diagonal];
            for (int e = row_begin[k]; e < row_begin[k + 1]; ++e) {
                const int i = row_columns[e], position = positions[e];
                const Real left = row[i], up = column[i];
                row[i] = column[i] = Real(0.0);
                for (int c = column_begin[i]; c < position; ++c) {
                    row[column_rows[c]] -= u[c] * left;
                    column[column_rows[c]] -= l[c] * up;
                }
                const Real factor = left * inverse_d[i];
                l[position] = factor;
                u[position] = up * inverse_d[i];
                d -= factor * up;
            }
            inverse_d[k] = pivot(k, d);
        }
    }

    // b <- A^-1 b
    void solve(Real *b) const {
        const LdltPattern &s = *pattern_;
        const int *const column_begin = s.column_begin.data(), *const column_rows = s.column_rows.data();
        const Real *const l = l_.data(), *const u = u_.data(), *const inverse_d = inverse_d_.data();
        const int n = s.size();
        for (int i = 0; i < n; ++i) {
            const Real known = b[i];
            for (int c = column_begin[i]; c < column_begin[i + 1]; ++c) b[column_rows[c]] -= l[c] * known;
        }
        for (int i = n - 1; i >= 0; --i) {
            Real sum = b[i] * inverse_d[i];
            for (int c = column_begin[i]; c < column_begin[i + 1]; ++c) sum -= u[c] * b[column_rows[c]];
            b[i] = sum;
        }
    }

  private:
    const LdltPattern *pattern_;
    std::vector<Real> l_, u_, inverse_d_, row_, column_;
};

}  // namespace cchnn
