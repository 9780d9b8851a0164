#pragma once
// Of rows that depend on each other, a largest independent set that stays far from losing its rank at several
// configurations: the given one or, where its last pivot is more than twice as large, that of a greedy choice, by the
// row whose pivot, a share of its diagonal, is nearly the largest at its worst configuration; either with rows exchanged
// one by one as long as that raises the smallest share (1) of rows_on_the_way.hpp. In the order of a file a row may be
// kept that all but depends on those before it (of a planar loop that lies askew in space), and steps become as small as
// that.

#include <cstddef>
#include <vector>

namespace cchnn {

// `matrices`: A = G M^-1 G^T, (n, n) row-major, one a configuration, each of the rank of `given`. Its first `kept` rows are
// kept in any case. Indices, ascending.
std::vector<int> well_conditioned_rows(const std::vector<std::vector<double>>& matrices, std::size_t n,
                                       const std::vector<int>& given, std::size_t kept = 0);

// Likewise of the rows at `places` alone, ascending, of which the first `kept` are.
std::vector<int> well_conditioned_among(const std::vector<std::vector<double>>& matrices, std::size_t n,
                                        const std::vector<int>& places, const std::vector<int>& given,
                                        std::size_t kept);

}  // namespace cchnn
