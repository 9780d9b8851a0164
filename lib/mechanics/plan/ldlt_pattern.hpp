#pragma once
// Which entries of L D L^T (kernels/sparse_ldlt.hpp) there are, and the order of elimination that keeps them few; known
// when a system is compiled.

#include <vector>

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
    // Every row but the first has exactly one entry, beside the diagonal: chains, and what hangs one from the other.
    bool tridiagonal = false;
    // Every entry is there, as within one rigid body with its joints.
    bool dense = false;
};

// An order that keeps L sparse: the given one where it adds no fill, else one that adds none where there is one (every
// tree of links), else the best of these and approximate minimum degree.
// `adjacent[i]` lists j != i with A_ij != 0. Returns old index of each new row.
std::vector<int> elimination_order(const std::vector<std::vector<int>>& adjacent);
// The lower rows of the matrix after reordering, ready for LdltPattern.
std::vector<std::vector<int>> lower_rows(const std::vector<std::vector<int>>& adjacent, const std::vector<int>& order);

}  // namespace cchnn
