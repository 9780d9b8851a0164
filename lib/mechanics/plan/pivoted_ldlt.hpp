#pragma once
// L D L^T of a dense symmetric matrix A >= 0 that may be singular: the largest pivot first, and none that vanishes.
//
//   (1)  A_cc = L D L^T in the rows c that were taken; every other row of A is a combination of these
//   (2)  A lambda = b, where b is in the range of A:  lambda_c = (L D L^T)^-1 b_c, 0 in the other rows
//
// A is scaled to a diagonal of 1, so that rows in metres and in directions are compared. Off the stepping path of
// systems whose rows are independent.

#include <cstddef>
#include <vector>

namespace cchnn {

// On the manifold, the largest pivot first: rounding leaves 1e-14 at most; 1e-8 is an angle of 1e-4 between a row and
// those before it, and lets Gauss-Newton start that far from the manifold without taking such a row for another one.
inline constexpr double vanishing_on_manifold = 1e-8;

class PivotedLdlt {
  public:
    // `a` (n, n) row-major. A pivot of `vanishing` or less of its row's diagonal is zero.
    void factor(std::vector<double> a, std::size_t n, double vanishing);

    std::size_t rank() const { return taken_.size(); }
    // Rows in the order in which they were taken.
    const std::vector<std::size_t>& taken() const { return taken_; }
    // The last pivot that was taken, a share of its row's diagonal; 1 without any.
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
