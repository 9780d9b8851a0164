#pragma once
// Chooses which of several dependent rows to solve for at one state. N, an orthonormal basis of null(G^T), has the
// combinations of rows that vanish, one in each of its rows. Rows of G are left out by QR factorisation of N with
// column pivoting, the largest column first; |det| of N in these columns is the conditioning (1) of
// row_selection_monitor.hpp. Position-level rows come first: they depend on each other only, and velocity-level rows on
// all.

#include <vector>

namespace cchnn {

// `matrix`: A = G M^-1 G^T, (n, n) row-major; `on_positions`: whether each row is position-level. Returns ascending
// indices, or none if the rank of A is not `rank`. solver_row_selection.cpp calls it during an integration; a row of
// rigidity may be left out like any other, since the system with these rows has no kernel of rigid bodies.
std::vector<int> rows_at_state(const std::vector<double>& matrix, const std::vector<char>& on_positions,
                               std::size_t rank);

}  // namespace cchnn
