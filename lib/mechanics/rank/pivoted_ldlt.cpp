#include "mechanics/rank/pivoted_ldlt.hpp"

#include <algorithm>
#include <cmath>

namespace cchnn {

// Right-looking elimination. After each pivot the remaining rows hold the Schur complement, so the largest remaining
// diagonal is the next pivot, and the loop ends when all remaining rows are combinations of the accepted ones.
void PivotedLdlt::factor(std::vector<double> a, std::size_t n, double vanishing) {
    n_ = n;
    a_ = std::move(a);
    taken_.clear();
    smallest_ = 1;
    scale_.assign(n, 0.0);
    for (std::size_t i = 0; i < n; ++i)
        if (a_[i * n + i] > 0) scale_[i] = 1 / std::sqrt(a_[i * n + i]);
    for (std::size_t i = 0; i < n; ++i)
        for (std::size_t j = 0; j < n; ++j) a_[i * n + j] *= scale_[i] * scale_[j];
    std::vector<std::size_t> left(n);
    for (std::size_t i = 0; i < n; ++i) left[i] = i;
    while (!left.empty()) {
        const auto best = std::max_element(left.begin(), left.end(),
                                           [&](std::size_t i, std::size_t j) { return a_[i * n + i] < a_[j * n + j]; });
        const std::size_t p = *best;
        const double pivot = a_[p * n + p];
        if (!(pivot > vanishing)) break;
        taken_.push_back(p);
        left.erase(best);
        smallest_ = pivot;
        for (std::size_t i : left) {
            const double share = a_[i * n + p] / pivot;
            for (std::size_t j : left) a_[i * n + j] -= share * a_[p * n + j];
        }
        for (std::size_t i : left) a_[i * n + p] /= pivot;  // L; row p keeps what it had
    }
}

// Forward and back substitution in pivot order. Rows that were not accepted get 0, which makes the solution unique.
void PivotedLdlt::solve(double* b) const {
    std::vector<double> y(n_, 0.0);
    for (std::size_t k = 0; k < taken_.size(); ++k) {
        const std::size_t i = taken_[k];
        y[i] = b[i] * scale_[i];
        for (std::size_t m = 0; m < k; ++m) y[i] -= a_[i * n_ + taken_[m]] * y[taken_[m]];
    }
    for (std::size_t k = taken_.size(); k-- > 0;) {
        const std::size_t i = taken_[k];
        y[i] /= a_[i * n_ + i];
        for (std::size_t m = k + 1; m < taken_.size(); ++m) y[i] -= a_[taken_[m] * n_ + i] * y[taken_[m]];
    }
    for (std::size_t i = 0; i < n_; ++i) b[i] = y[i] * scale_[i];
}

}  // namespace cchnn
