#pragma once
// Errors that are compared with those of others: no claim below what the truth is known to (truth_floor.hpp).
//   (1)  judged error of a trajectory = geometric mean over time of max(Err, error_bound)
//   (2)  where at least half of all errors after t = 0 are not above the bound: that of error_bound itself, so that two
//        such predictions are tied

#include <vector>

#include "score/metrics/metric_choices.hpp"
#include "score/truth_floor.hpp"

namespace cchnn {

// Whether error_bound, which is of (x, v) over a sum of norms, is of these errors.
bool bounds_apply(const MetricChoices& choices);

class JudgedErrors {
  public:
    JudgedErrors(const MetricChoices& choices, double dt) : choices_(choices), dt_(dt) {}

    // The next trajectory: err and bound at its (T) samples.
    void add(const std::vector<double>& err, const double* bound);

    const TruthFloor& floor() const { return floor_; }
    bool at_floor() const { return 2 * floor_.samples >= floor_.of_samples; }
    const std::vector<double>& errors() const { return at_floor() ? of_bounds_ : of_both_; }  // (N)

  private:
    const MetricChoices& choices_;
    double dt_;
    TruthFloor floor_;
    std::vector<double> of_both_, of_bounds_;  // (N)
};

}  // namespace cchnn
