#pragma once
// True errors of stored trajectories against their error bounds.
//
//   (1)  share = samples with true Err <= error_bound / samples,   t = 0 is given and not counted
//   (2)  ratio = true Err / error_bound: 1 at most where the bound holds, far below 1 where it is wasteful
//
// An audit fails when the share is below 99.9 %. Quantiles are order statistics: q of n numbers is the ceil(q n)-th.

#include <array>
#include <cstdint>
#include <string>
#include <vector>

namespace cchnn {

struct AuditedTrajectory {
    std::string split;
    std::uint64_t trajectory = 0;
    double worst_error = 0;  // max over time of the true Err
    double worst_time = 0;   // s, when
    double worst_bound = 0;  // error_bound at that time
    std::uint64_t samples = 0, within = 0;
};

struct AuditReport {
    std::string system, directory;
    bool bounded = false;          // does the dataset have bounds? Otherwise within, bounds and ratios are 0
    std::uint64_t population = 0;  // trajectories to draw from
    std::uint64_t samples = 0, within = 0;
    double median_error = 0, median_bound = 0;  // over samples
    double median_worst = 0;                    // over trajectories, of the worst error of each
    std::array<double, 4> ratio{};              // over samples: median, 99 %, 99.9 %, largest
    std::vector<AuditedTrajectory> trajectories;

    double share() const { return samples == 0 ? 1 : static_cast<double>(within) / static_cast<double>(samples); }
    bool passed() const { return !bounded || share() >= required_share; }
    const AuditedTrajectory& worst_trajectory() const;  // largest error; there is at least one

    static constexpr double required_share = 0.999;
};

// Collects trajectory by trajectory.
class AuditTally {
  public:
    // errors and bound of (T); bound is empty when the dataset has none. `which` says split and number.
    void add(AuditedTrajectory which, const std::vector<double>& errors, const std::vector<double>& bound, double dt);
    AuditReport finish();

  private:
    AuditReport report_;
    std::vector<double> errors_, bounds_, ratios_, worst_;
};

}  // namespace cchnn
