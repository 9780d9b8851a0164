#pragma once
// The Cramer-Rao bound: no unbiased estimate of parameters theta from y = f(theta, s) + N(0, 1) has a smaller standard
// deviation, whatever is made of y:
//
//   (1)  var theta_j >= (F^-1)_jj,   F = J^T J,  J = [df/dtheta, df/ds],  s nuisances, such as where a motion starts
//   (2)  (F^-1)_jj = 1 / |r_j|^2,    r_j what is left of column j without its share of all other columns
//
// (2) says more than the inverse: a column of which nothing is left is that of a parameter which cannot be told from the
// others, while those that can be told keep their bound. Lengths below 1e-8 of the column count as nothing: directions that
// exist agree to rounding. A column that changes y by less than 1e-9 of its size is none.
//
// Trajectories with nuisances of their own add up: each is reduced by them, and what is left is added to the triangle of
// all (Householder), which keeps the digits that J^T J would lose.

#include <cstddef>
#include <optional>
#include <vector>

namespace cchnn {

// Columns of J, one list of rows each. Those of theta are d y / d log(theta), or per unit of the parameter, and y in units
// of its noise.
using Columns = std::vector<std::vector<double>>;

class InformationBound {
  public:
    explicit InformationBound(std::size_t parameters) : lengths_(parameters, 0.0), triangle_(parameters) {}

    // What independent data tell more: `size` is the length of y.
    void add(const Columns& parameters, const Columns& nuisances, double size);

    // Standard deviations; none of what cannot be told.
    std::vector<std::optional<double>> deviations() const;

  private:
    std::vector<double> lengths_;  // squared, of the columns before they are reduced
    double size_ = 0;              // squared, of y
    Columns triangle_;             // (parameters) columns of as many rows
};

}  // namespace cchnn
