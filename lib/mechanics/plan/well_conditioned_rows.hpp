#pragma once
// Of rows that depend on each other, a largest independent set that stays far from losing its rank at several
// configurations: the given one, or those that greedy choices find, by the row whose pivot, a share of its diagonal, is
// nearly the largest, as the smallest over the configurations or as their geometric mean; whichever has the largest
// last pivot at its worst configuration. In the order of a file a row may be kept that all but depends on those before it (of a planar loop that
// lies askew in space), and steps become as small as that.

#include <cstddef>
#include <vector>

namespace cchnn {

// `matrices`: A = G M^-1 G^T, (n, n) row-major, one a configuration, each of the rank of `given`. Indices, ascending.
std::vector<int> well_conditioned_rows(const std::vector<std::vector<double>>& matrices, std::size_t n,
                                       const std::vector<int>& given);

}  // namespace cchnn
