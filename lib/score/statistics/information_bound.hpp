#pragma once
// The Cramer-Rao bound: no unbiased estimate of parameters theta from y = f(theta, s) + N(0, 1) has a smaller standard
// deviation, by whatever method it is computed from y:
//
//   (1)  var theta_j >= (F^-1)_jj,   F = J^T J,  J = [df/dtheta, df/ds],  s nuisances, such as where a motion starts
//   (2)  (F^-1)_jj = 1 / |r_j|^2,    r_j the residual of column j after projection onto all other columns
//
// (2) is used and not the inverse, which does not exist if one parameter is not identifiable: then the residuals of
// such parameters vanish, while the others keep their bounds. A residual below 1e-8 of a column's length counts as 0,
// and a column below 1e-9 of the length of y as no change of y.
//
// Information of trajectories with nuisances of their own adds up: each trajectory's columns are projected off its
// nuisances, and the residuals are added to one triangular factor by Householder reflections. Sums of J^T J would lose
// half the digits.

#include <cstddef>
#include <optional>
#include <vector>

namespace cchnn {

// Columns of J, one list of rows each. Those of theta are d y / d log(theta), or per unit of the parameter, and y in
// units of its noise.
using Columns = std::vector<std::vector<double>>;

// Collects the columns of one estimate, trajectory by trajectory; stories/evaluate/parameter_bounds.cpp makes them.
class InformationBound {
  public:
    explicit InformationBound(std::size_t parameters) : lengths_(parameters, 0.0), triangle_(parameters) {}

    // Adds the columns of one trajectory, whose noise is independent of the others'. `size` is the length of its y.
    void add(const Columns& parameters, const Columns& nuisances, double size);

    // The bound of each standard deviation; none for parameters that are not identifiable.
    std::vector<std::optional<double>> deviations() const;

  private:
    std::vector<double> lengths_;  // squared, of the columns before they are reduced
    double size_ = 0;              // squared, of y
    Columns triangle_;             // (parameters) columns of as many rows
};

}  // namespace cchnn
