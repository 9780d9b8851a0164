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
//
// y is what an instrument observes of a trajectory, in units of its noise:
//
//   (3)  y = ( P x / sigma_x,  P v / sigma_v )   at the samples and nodes that are seen, P the axes of a camera

#include <cstddef>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "dataset/reader/trajectory_file.hpp"
#include "dataset/reader/view_file.hpp"

namespace cchnn {

// The instrument of one Cramer-Rao bound, made by stories/evaluate/parameter_bounds.cpp. Owns the view, if there is
// one.
class Instrument {
  public:
    // Everything of every sample of a test set, with N(0, noise) on each entry of x and v.
    Instrument(const TrajectoryFile& truth, double noise);
    // A file of a view, of this truth. Throws UsageError (a view without noise), DataError (one of another shape).
    Instrument(const std::filesystem::path& view, const TrajectoryFile& truth);

    std::uint64_t trajectories() const { return count_; }
    double noise_x() const { return noise_x_; }
    double noise_v() const { return noise_v_; }
    // Which samples and nodes of trajectories first .. first + count - 1 are observed.
    std::vector<ObservedTrajectory> seen(std::uint64_t first, std::uint64_t count) const;
    // y of x, v (T, n, d): a trajectory, or, as y is linear, a derivative of one.
    std::vector<double> rows(const ObservedTrajectory& seen, const double* x, const double* v) const;

  private:
    void check(const TrajectoryFile& truth) const;
    void add_row(const double* state, double noise, std::vector<double>& rows) const;

    std::optional<ViewFile> view_;
    std::uint64_t count_;
    int samples_, nodes_, dimension_;
    std::vector<int> visible_;               // nodes
    std::vector<std::vector<double>> axes_;  // P
    double noise_x_, noise_v_;               // m, m/s; of what is not seen 0
};

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
