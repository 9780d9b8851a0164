#pragma once
// The errors by which models are compared: never smaller than the accuracy of the reference itself (truth_floor.hpp).
//   (1)  judged error of a trajectory = geometric mean over time of max(Err, error_bound)
//   (2)  of a trajectory at the floor, that of error_bound itself, so that two such predictions are tied: at least half
//        of its errors after t = 0 are not above the bound, and none is above ten times it

#include <vector>

#include "score/metrics/metric_choices.hpp"
#include "score/truth_floor.hpp"

namespace cchnn {

// Whether error_bound can be compared with these errors: it is one of (x, v) divided by a sum of norms.
bool bounds_apply(const MetricChoices& choices);

// Collects (1) over the trajectories of one submission; score_submission.cpp has one where the test set has bounds.
class JudgedErrors {
  public:
    JudgedErrors(const MetricChoices& choices, double dt) : choices_(choices), dt_(dt) {}

    // The next trajectory: err and bound at its (T) samples.
    void add(const std::vector<double>& err, const double* bound);

    const TruthFloor& floor() const { return floor_; }
    bool at_floor() const { return at_floor_; }                    // every trajectory
    const std::vector<double>& errors() const { return errors_; }  // (N)

  private:
    const MetricChoices& choices_;
    double dt_;
    TruthFloor floor_;
    bool at_floor_ = true;
    std::vector<double> errors_;  // (N)
};

}  // namespace cchnn
