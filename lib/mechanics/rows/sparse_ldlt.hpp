#pragma once
// L D L^T of a symmetric positive definite matrix whose pattern is fixed when a system is compiled. For a chain the
// matrix is tridiagonal and for a tree it factors without fill, so time and memory grow linearly with the number of
// constraints.
//
//   (1)  A = L D L^T,  row k:  D_i L_ki = A_ki - sum_{j<i} L_ij D_j L_kj,   D_k = A_kk - sum_i L_ki^2 D_i
//
// Up-looking, after T. A. Davis, Direct Methods for Sparse Linear Systems (2006), section 4.8; the order of summation
// is fixed, so that the bits do not depend on the machine.

#include <utility>
#include <vector>

#include "mechanics/plan/ldlt_pattern.hpp"
#include "numbers/lanes.hpp"

namespace cchnn {

// Owns L, 1/D and one row of work; refers to the pattern, which outlives it. factor() does not check that pivots are
// positive, since kernels solve many lanes at once: a caller that must know looks at them in `pivot`.
template <class Real>
class Ldlt {
  public:
    explicit Ldlt(const LdltPattern &pattern)
        : pattern_(&pattern),
          l_(pattern.fill()),
          y_(pattern.dense ? l_.size() : 0),
          inverse_d_(pattern.size()),
          row_(pattern.size(), Real(0.0)) {}

    // `a`: entries of A in the pattern's order. `pivot(k, d)` may look at a pivot and returns 1/d.
    // Pointers are local everywhere: a store of Lanes may alias anything, members included.
    template <class Pivot>
    void factor(const Real *a, Pivot &&pivot) {
        if (pattern_->tridiagonal) return factor_tridiagonal(a, pivot);
        if (pattern_->dense) return factor_dense(a, pivot);
        const LdltPattern &s = *pattern_;
        const int *const a_begin = s.a_begin.data(), *const a_columns = s.a_columns.data();
        const int *const row_begin = s.row_begin.data(), *const row_columns = s.row_columns.data();
        const int *const positions = s.row_positions.data(), *const column_rows = s.column_rows.data();
        const int *const column_begin = s.column_begin.data();
        Real *const row = row_.data(), *const l = l_.data(), *const inverse_d = inverse_d_.data();
        const int n = s.size();
        for (int k = 0; k < n; ++k) {
            const int diagonal = a_begin[k + 1] - 1;
            for (int e = a_begin[k]; e < diagonal; ++e) row[a_columns[e]] = a[e];
            Real d = a[diagonal];
            const int end = row_begin[k + 1];
            for (int e = row_begin[k]; e < end; ++e) {
                const int i = row_columns[e], position = positions[e];
                const Real y = row[i];
                row[i] = Real(0.0);
                for (int c = column_begin[i]; c < position; ++c) row[column_rows[c]] -= l[c] * y;
                const Real factor = y * inverse_d[i];
                d -= factor * y;
                l[position] = factor;
            }
            inverse_d[k] = pivot(k, d);
        }
    }
    void factor(const Real *a) {
        factor(a, [](int, const Real &d) { return Real(1.0) / d; });
    }

    // b <- A^-1 b
    [[gnu::always_inline]] void solve(Real *b) const {
        if (pattern_->tridiagonal) return solve_tridiagonal(b);
        if (pattern_->dense) return solve_dense(b);
        const LdltPattern &s = *pattern_;
        const int *const column_begin = s.column_begin.data(), *const column_rows = s.column_rows.data();
        const Real *const l = l_.data(), *const inverse_d = inverse_d_.data();
        const int n = s.size();
        for (int i = 0; i < n; ++i) {
            const Real known = b[i];
            const int end = column_begin[i + 1];
            for (int c = column_begin[i]; c < end; ++c) b[column_rows[c]] -= l[c] * known;
        }
        for (int i = n - 1; i >= 0; --i) {
            Real sum = b[i] * inverse_d[i];
            const int end = column_begin[i + 1];
            for (int c = column_begin[i]; c < end; ++c) sum -= l[c] * b[column_rows[c]];
            b[i] = sum;
        }
    }

  private:
    // Chains: the same operations, with what was just computed still in a register.
    template <class Pivot>
    void factor_tridiagonal(const Real *a, Pivot &&pivot) {
        Real *const l = l_.data(), *const inverse_d = inverse_d_.data();
        const int n = pattern_->size();
        Real before = inverse_d[0] = pivot(0, a[0]);
        for (int k = 1; k < n; ++k) {
            const Real y = a[2 * k - 1], factor = y * before;
            l[k - 1] = factor;
            inverse_d[k] = before = pivot(k, a[2 * k] - factor * y);
        }
    }
    void solve_tridiagonal(Real *b) const {
        const Real *const l = l_.data(), *const inverse_d = inverse_d_.data();
        const int n = pattern_->size();
        Real known = b[0];
        for (int k = 1; k < n; ++k) b[k] = known = b[k] - l[k - 1] * known;
        b[n - 1] = known = known * inverse_d[n - 1];
        for (int k = n - 1; k-- > 0;) b[k] = known = b[k] * inverse_d[k] - l[k] * known;
    }

    // Full matrices, with rows of the lower triangle one after the other: y_im = l_im D_m, column by column,
    //   y_ij = A_ij - sum_{m<j} l_jm y_im,   four rows i at once, so that l_jm is loaded once and sums are independent
    static std::size_t row_start(int i) { return static_cast<std::size_t>(i) * static_cast<std::size_t>(i - 1) / 2; }

    template <class Pivot>
    [[gnu::noinline]] void factor_dense(const Real *a, Pivot &&pivot) {
        Real *const inverse_d = inverse_d_.data(), *const l = l_.data(), *const y = y_.data();
        const int n = pattern_->size();
        for (int j = 0; j < n; ++j) {
            const Real *const lj = l + row_start(j), *const yj = y + row_start(j);
            Real d = a[row_start(j + 1) + j];
            for (int m = 0; m < j; ++m) d -= lj[m] * yj[m];
            const Real inverse = inverse_d[j] = pivot(j, d);
            int i = j + 1;
            for (; i + 4 <= n; i += 4) rows_of_column<4>(a, i, j, inverse);
            for (; i < n; ++i) rows_of_column<1>(a, i, j, inverse);
        }
    }
    template <int Rows>
    void rows_of_column(const Real *a, int i, int j, const Real &inverse) {
        Real *const l = l_.data(), *const y = y_.data();
        const Real *const lj = l + row_start(j);
        Real sum[Rows], *yi[Rows];
        for (int r = 0; r < Rows; ++r) {
            sum[r] = a[row_start(i + r + 1) + j];
            yi[r] = y + row_start(i + r);
        }
        for (int m = 0; m < j; ++m) {
            const Real factor = lj[m];
            for (int r = 0; r < Rows; ++r) sum[r] -= factor * yi[r][m];
        }
        for (int r = 0; r < Rows; ++r) {
            yi[r][j] = sum[r];
            l[row_start(i + r) + j] = sum[r] * inverse;
        }
    }
    // Two columns at a time: half the traffic of b, and the updates of a column do not wait for each other.
    [[gnu::noinline]] void solve_dense(Real *b) const {
        const Real *const l = l_.data(), *const inverse_d = inverse_d_.data();
        const int n = pattern_->size();
        for (int k = 0; k + 1 < n; k += 2) {
            const Real first = b[k], second = b[k + 1] - l[row_start(k + 1) + k] * first;
            b[k + 1] = second;
            const Real *row = l + row_start(k + 2) + k;
            for (int i = k + 2; i < n; row += i, ++i) b[i] = b[i] - row[0] * first - row[1] * second;
        }
        for (int i = 0; i < n; ++i) b[i] *= inverse_d[i];
        for (int k = n - 1; k > 0; k -= 2) {
            const Real *const row = l + row_start(k), *const before = l + row_start(k - 1);
            const Real first = b[k], second = b[k - 1] - row[k - 1] * first;
            b[k - 1] = second;
            for (int i = 0; i < k - 1; ++i) b[i] = b[i] - row[i] * first - before[i] * second;
        }
    }

    const LdltPattern *pattern_;
    std::vector<Real> l_;  // L, by columns, or by rows for a full matrix
    std::vector<Real> y_;
    std::vector<Real> inverse_d_, row_;
};

}  // namespace cchnn
