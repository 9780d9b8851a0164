#pragma once
// How far two distributions on a line are apart, of n numbers each:
//   (1)  W = 1/n sum_k |a_(k) - b_(k)|,  a_(k) the k-th smallest: the 1-Wasserstein distance, in the unit of the
//        numbers
// When each of them occurred does not count. On a line sorting finds the optimal transport, without a solver. A number
// that is not finite gives infinity, the worst value.

#include <vector>

namespace cchnn {

// As many of either, at least one.
double wasserstein_distance(const std::vector<double>& a, const std::vector<double>& b);

}  // namespace cchnn
