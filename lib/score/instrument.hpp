#pragma once
// What an instrument observes of a trajectory, in units of its noise: the rows y of information_bound.hpp.
//
//   y = ( P x / sigma_x,  P v / sigma_v )   at the samples and nodes that are seen, P the axes of a camera

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

}  // namespace cchnn
