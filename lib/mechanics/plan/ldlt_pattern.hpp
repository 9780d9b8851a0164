#pragma once
// The sparsity of L D L^T (mechanics/rows/sparse_ldlt.hpp) and the order of elimination that keeps it sparse. Both are
// determined when a system is compiled.

#include <vector>

#include "core/to_size.hpp"

namespace cchnn {

// The positions of the nonzero entries of A and L, in elimination order. SolvePlanOf, RigidTreeOf and ConstrainedSystem
// own one each; Ldlt and Ldu read it.
class LdltPattern {
  public:
    LdltPattern() = default;
    // `lower`: for each row k the columns j < k with A_kj != 0, ascending. The diagonal is always there.
    explicit LdltPattern(std::vector<std::vector<int>> lower);
    // Whether it is the pattern of these rows, in any order of their columns.
    bool is_of(std::vector<std::vector<int>> lower) const;

    int size() const { return count_of(row_begin) - 1; }
    int fill() const { return count_of(column_rows); }  // entries of L below the diagonal
    bool operator==(const LdltPattern&) const = default;

    // L below the diagonal, compressed twice: by rows (what one elimination step reads) and by columns (what it has
    // written). row_positions[e] is the index of row entry e in column storage.
    std::vector<int> row_begin{0}, row_columns, row_positions;  // row_positions: index of the entry in column storage
    std::vector<int> column_begin{0}, column_rows;
    // Entries of A as given: row k holds a_begin[k] .. a_begin[k+1], columns a_columns, diagonal last.
    std::vector<int> a_begin{0}, a_columns;
    // Whether each row except the first has exactly one entry beside the diagonal, as for chains.
    bool tridiagonal = false;
    // Whether all entries are nonzero, as within one rigid body with its joints.
    bool dense = false;
};

// The pattern with two rows for each one of A, 2k and 2k+1: a row and its rate (sample/state_projection.hpp).
LdltPattern pair_pattern(const LdltPattern& single);

// An elimination order that keeps L sparse: the given one if it causes no fill, else one without fill if it exists (for
// every tree of links it does), else the best of these and approximate minimum degree.
std::vector<int> elimination_order(const std::vector<std::vector<int>>& adjacent);
// The lower rows of the matrix after reordering, ready for LdltPattern.
std::vector<std::vector<int>> lower_rows(const std::vector<std::vector<int>>& adjacent, const std::vector<int>& order);

}  // namespace cchnn
