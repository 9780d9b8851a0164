#pragma once
// How far the coordinates of a test set, the entries of x and of v, spread over all its trajectories and samples.
// NRMSE, scores of ensembles and long-term statistics are in units of it.
//   (1)  mean_i, and sigma_i = sqrt( mean over trajectories and samples of (z_i - mean_i)^2 )
// A coordinate of x moves if sigma_i is above 1e-9 of the largest sigma of x, and that one above rounding, 1e-12 of the
// largest |x|. The same holds for v, with rounding of 1e-12 of the larger of |v| and |x| / T, T the time span.
// Coordinates that do not move are left out of everything in units of sigma. If none moves, all count with sigma_i =
// 1.

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <vector>

namespace cchnn {

// Made once for a test set, by check_truth() of submission/submission.hpp, and shared by its trajectories.
struct CoordinateSpread {
    std::vector<double> mean, sigma;  // (2 n d): x, then v
    std::vector<std::size_t> moving;  // indices of coordinates

    std::size_t still() const { return sigma.size() - moving.size(); }
};

// Computes a CoordinateSpread in one pass over the states.
class SpreadTally {
  public:
    explicit SpreadTally(std::size_t size) : mean_(2 * size), squares_(2 * size) {}
    void add(const double* x, const double* v);  // (size) each
    CoordinateSpread finish(double span) const;  // T, s

  private:
    std::vector<double> mean_, squares_;
    double seen_ = 0, largest_x_ = 0, largest_v_ = 0;
};

// max |values[i]|, 0 of none; NaN does not count. Four maxima side by side, so that none waits for the one before.
inline double largest_magnitude(const double* values, std::size_t size) {
    double most[4] = {};
    std::size_t i = 0;
    for (; i + 4 <= size; i += 4)
        for (std::size_t j = 0; j < 4; ++j) most[j] = std::max(most[j], std::abs(values[i + j]));
    for (; i < size; ++i) most[0] = std::max(most[0], std::abs(values[i]));
    return std::max(std::max(most[0], most[1]), std::max(most[2], most[3]));
}

}  // namespace cchnn
