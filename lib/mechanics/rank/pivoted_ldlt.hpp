#pragma once
// L D L^T with diagonal pivoting of a dense symmetric matrix A >= 0 that may be singular: the largest pivot first, and
// none that vanishes.
//
//   (1)  A_cc = L D L^T in the rows c that were taken; every other row of A is a combination of these
//   (2)  A lambda = b, where b is in the range of A:  lambda_c = (L D L^T)^-1 b_c, 0 in the other rows
//
// A is scaled to a diagonal of 1, so that rows in metres and rows of directions are comparable. Used off the stepping
// path, where the rank is unknown.

#include <cstddef>
#include <vector>

namespace cchnn {

// Owns the factors and the order of the pivots.
class PivotedLdlt {
  public:
    // `a` (n, n) row-major; `vanishing` is one of rank_tolerances.hpp. A pivot of at most `vanishing` times its row's
    // diagonal counts as zero.
    void factor(std::vector<double> a, std::size_t n, double vanishing);

    std::size_t rank() const { return taken_.size(); }
    // The rows that were factored, in pivot order.
    const std::vector<std::size_t>& taken() const { return taken_; }
    // The smallest accepted pivot, relative to its row's diagonal; 1 if there is none.
    double smallest_pivot() const { return smallest_; }
    // (2)
    void solve(double* b) const;

  private:
    std::size_t n_ = 0;
    std::vector<double> a_, scale_;  // column p of L below the diagonal, in rows that were taken later
    std::vector<std::size_t> taken_;
    double smallest_ = 1;
};

}  // namespace cchnn
