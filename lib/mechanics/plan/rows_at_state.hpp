#pragma once
// Of rows that depend on each other at a state, those to solve for there. Of the combinations N of rows that vanish,
// orthonormal, those rows are left out that these determine best, the largest column of N first; how well is |det N| in
// these rows. Rows on positions come first: they follow from each other alone, and what is on velocities from all.

#include <vector>

namespace cchnn {

// `matrix`: A = G M^-1 G^T, (n, n) row-major; `on_positions`: of each row, whether it is. The first `kept` rows are
// never left out. Indices, ascending; none where the rank of A is not `rank`.
std::vector<int> rows_at_state(const std::vector<double>& matrix, const std::vector<char>& on_positions,
                               std::size_t rank, std::size_t kept = 0);

}  // namespace cchnn
