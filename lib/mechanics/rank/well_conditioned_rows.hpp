#pragma once
// Chooses a largest independent set of rows that stays far from losing rank at several configurations. It compares the
// given set with a greedy one, which repeatedly takes the row whose relative pivot at its worst configuration is nearly
// the largest, and prefers the greedy one if its smallest pivot is more than twice as large. Then it exchanges rows one
// by one as long as that raises the smallest conditioning, (1) of row_selection_monitor.hpp, by more than half. The
// order of a file alone may keep a row that almost depends on earlier ones (of a planar loop tilted in space), and
// steps then become small.
// independent_rows.cpp is the caller.

#include <cstddef>
#include <vector>

namespace cchnn {

// `matrices`: A = G M^-1 G^T, (n, n) row-major, one for each configuration, each of the rank of `given`. Its first
// `kept` rows are always kept. Returns ascending indices.
std::vector<int> well_conditioned_rows(const std::vector<std::vector<double>>& matrices, std::size_t n,
                                       const std::vector<int>& given, std::size_t kept = 0);

// The same level by level: first among the `positions` position-level rows, which come first, then among all rows, with
// the position-level choice kept. Returns indices of position-level rows, then of velocity-level rows.
std::vector<int> well_conditioned_by_level(const std::vector<std::vector<double>>& matrices, std::size_t n,
                                           std::size_t positions, const std::vector<int>& given, std::size_t kept);

}  // namespace cchnn
