#pragma once
// L D L^T of a symmetric positive definite matrix whose pattern is fixed when a system is compiled. For a chain the
// matrix is tridiagonal and for a tree it factors without fill, so time and memory grow linearly with the constraints.
//
//   (1)  A = L D L^T,  row k:  D_i L_ki = A_ki - sum_{j<i} L_ij D_j L_kj,   D_k = A_kk - sum_i L_ki^2 D_i
//
// Up-looking, after T. A. Davis, Direct Methods for Sparse Linear Systems (2006), section 4.8; summation order is
// fixed, so the bits do not depend on the machine.

#include <utility>
#include <vector>

#include "core/lanes.hpp"

namespace cchnn {

// Where the entries of A and L are. Rows and columns are in elimination order.
class LdltPattern {
  public:
    LdltPattern() = default;
    // `lower`: for each row k the columns j < k with A_kj != 0, ascending. The diagonal is always there.
    explicit LdltPattern(std::vector<std::vector<int>> lower);

    int size() const { return static_cast<int>(row_begin.size()) - 1; }
    int fill() const { return static_cast<int>(column_rows.size()); }  // entries of L below the diagonal

    // Rows of L (what one elimination step reads) and columns of L (what it has written), compressed.
    std::vector<int> row_begin{0}, row_columns, row_positions;  // row_positions: index of the entry in column storage
    std::vector<int> column_begin{0}, column_rows;
    // Entries of A as given: row k holds a_begin[k] .. a_begin[k+1], columns a_columns, diagonal last.
    std::vector<int> a_begin{0}, a_columns;
};

// An order that keeps L sparse: the given one where it adds no fill, else one that adds none where there is one (every
// tree of links), else the best of these and approximate minimum degree.
// `adjacent[i]` lists j != i with A_ij != 0. Returns old index of each new row.
std::vector<int> elimination_order(const std::vector<std::vector<int>>& adjacent);
// The lower rows of the matrix after reordering, ready for LdltPattern.
std::vector<std::vector<int>> lower_rows(const std::vector<std::vector<int>>& adjacent, const std::vector<int>& order);

template <class Real>
class Ldlt {
  public:
    explicit Ldlt(const LdltPattern& pattern)
        : pattern_(&pattern),
          l_(static_cast<std::size_t>(pattern.fill())),
          inverse_d_(static_cast<std::size_t>(pattern.size())),
          row_(static_cast<std::size_t>(pattern.size()), Real(0.0)) {}

    // `a`: entries of A in the pattern's order. `pivot(k, d)` may look at a pivot and returns 1/d.
    template <class Pivot>
    void factor(const Real* a, Pivot&& pivot) {
        const LdltPattern& s = *pattern_;
        for (int k = 0; k < s.size(); ++k) {
            const int diagonal = at(s.a_begin, k + 1) - 1;
            for (int e = at(s.a_begin, k); e < diagonal; ++e) at(row_, at(s.a_columns, e)) = a[e];
            Real d = a[diagonal];
            for (int e = at(s.row_begin, k); e < at(s.row_begin, k + 1); ++e) {
                const int i = at(s.row_columns, e), position = at(s.row_positions, e);
                const Real y = at(row_, i);
                at(row_, i) = Real(0.0);
                for (int c = at(s.column_begin, i); c < position; ++c) at(row_, at(s.column_rows, c)) -= at(l_, c) * y;
                const Real l = y * at(inverse_d_, i);
                d -= l * y;
                at(l_, position) = l;
            }
            at(inverse_d_, k) = pivot(k, d);
        }
    }
    void factor(const Real* a) {
        factor(a, [](int, const Real& d) { return Real(1.0) / d; });
    }

    // b <- A^-1 b
    void solve(Real* b) const {
        const LdltPattern& s = *pattern_;
        for (int i = 0; i < s.size(); ++i)
            for (int c = at(s.column_begin, i); c < at(s.column_begin, i + 1); ++c)
                b[at(s.column_rows, c)] -= at(l_, c) * b[i];
        for (int i = s.size() - 1; i >= 0; --i) {
            Real sum = b[i] * at(inverse_d_, i);
            for (int c = at(s.column_begin, i); c < at(s.column_begin, i + 1); ++c)
                sum -= at(l_, c) * b[at(s.column_rows, c)];
            b[i] = sum;
        }
    }

  private:
    template <class T>
    static T& at(std::vector<T>& v, int i) {
        return v[static_cast<std::size_t>(i)];
    }
    template <class T>
    static const T& at(const std::vector<T>& v, int i) {
        return v[static_cast<std::size_t>(i)];
    }

    const LdltPattern* pattern_;
    std::vector<Real> l_, inverse_d_, row_;
};

}  // namespace cchnn
