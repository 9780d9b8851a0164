#pragma once
// Err (or an energy error, NRMSE or constraint violation) over time, over all trajectories: mean, median, 5th and 95th
// percentile at each time, in memory that does not grow with the number of trajectories. Percentiles are linear between
// order statistics, and these come from a histogram of log10 Err with 100 bins a decade from 1e-17 to 1e16: right to
// 1.2 %, and never beyond the smallest and largest value. What is smaller counts as 0, and what is larger as the
// largest value at its time. At most 1000 times are kept, evenly spaced, so that long rollouts need no more.

#include <cstdint>
#include <span>
#include <vector>

namespace cchnn {

// The curves that reports draw, at the kept times.
struct ErrorOverTime {
    std::vector<double> times;                   // s
    std::vector<double> mean, median, p05, p95;  // one per time; percentiles are 0 when below 1e-17
};

// Takes one curve a trajectory. score_submission.cpp has one for Err, for energies, for constraints and for NRMSE.
class ErrorBand {
  public:
    ErrorBand(int samples, double dt);
    bool any() const { return trajectories_ > 0; }
    // Curves (T) of more trajectories, in their order. Many at once take less time: the counts of one time are read
    // together.
    void add(std::span<const std::vector<double>* const> curves);
    void add(const std::vector<double>& err);
    ErrorOverTime finish() const;

  private:
    double order_statistic(std::size_t kept, std::uint64_t number) const;  // from 0
    double percentile_at(std::size_t kept, double fraction) const;

    double dt_;
    std::size_t stride_;
    std::vector<double> sums_;                // (kept times)
    std::vector<double> smallest_, largest_;  // (kept times)
    std::vector<std::uint32_t> counts_;       // (kept times, bins); none before the first trajectory
    std::uint64_t trajectories_ = 0;
};

}  // namespace cchnn
