#pragma once
// How far the coordinates of a test set, the entries of x and of v, spread over all its trajectories and samples:
//   (1)  mean_i, and sigma_i = sqrt( mean over trajectories and samples of (z_i - mean_i)^2 )
// A coordinate moves where sigma_i is above 1e-9 of the largest of x, or of v, and this largest one above what rounding leaves:
// 1e-12 of the largest |x|, or of the larger of |x| / T and |v|, T the time span. Those that do not move are no part of what is
// measured in units of sigma. Where none moves, all do, with sigma_i = 1.

#include <cstddef>
#include <vector>

namespace cchnn {

struct CoordinateSpread {
    std::vector<double> mean, sigma;  // (2 n d): x, then v
    std::vector<std::size_t> moving;  // indices of coordinates

    std::size_t still() const { return sigma.size() - moving.size(); }
};

// Sees one state after the other.
class SpreadTally {
  public:
    explicit SpreadTally(std::size_t size) : mean_(2 * size), squares_(2 * size) {}
    void add(const double* x, const double* v);  // (size) each
    CoordinateSpread finish(double span) const;  // s

  private:
    std::vector<double> mean_, squares_;
    double seen_ = 0, largest_x_ = 0, largest_v_ = 0;
};

}  // namespace cchnn
