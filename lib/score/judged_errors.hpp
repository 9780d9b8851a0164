#pragma once
// The errors by which models are compared: never smaller than the accuracy of the reference itself (truth_floor.hpp),
// nor than what anybody needs. h is what ranks go by, Err, K of kinetic_error.hpp or NRMSE, and f the floor of the test
// set, at least 1e-6 (standings.hpp (2)).
//   (1)  judged error of a trajectory = mean over time of max(h, error_bound, f): a geometric one of Err and K, a
//        quadratic one of NRMSE
//   (2)  of a trajectory at the floor, that of max(error_bound, f), so that two such predictions are tied: at least half
//        of its Err after t = 0 are not above the bound, and none is above ten times it
// A sample that is exact again after larger errors (submission/exact_samples.hpp) has the judged error before it.
// The floor is that of each sample and not of a mean: what is exact on a part of the samples or trajectories would pay
// for any error elsewhere.
// What is at its floor says nothing of a model. So the errors of the rest are kept too, of equal parts of each motion:
//   (3)  log of the root mean square of h over the samples of a part that are above max(error_bound, f); -infinity where
//        none is. Quadratic, so that nearly exact samples do not pay for others of the same part

#include <vector>

#include "score/metrics/metric_choices.hpp"
#include "score/truth_floor.hpp"

namespace cchnn {

// Whether error_bound can be compared with these errors: it is one of (x, v) divided by a sum of norms.
bool bounds_apply(const MetricChoices& choices);

// Collects (1) over the trajectories of one submission; score_submission.cpp has one.
class JudgedErrors {
  public:
    // f: 0 of a solver's settings, whose errors are shown as they are
    JudgedErrors(const MetricChoices& choices, double dt, double floor = 0)
        : choices_(choices), dt_(dt), least_(floor) {}

    // The next trajectory: Err, and its bound or null, at its (T) samples; h where it is not Err.
    void add(const std::vector<double>& err, const double* bound, const std::vector<double>* ranked = nullptr);

    const TruthFloor& floor() const { return floor_; }
    bool at_floor() const { return at_floor_; }                    // every trajectory
    const std::vector<double>& errors() const { return errors_; }  // (N)
    const std::vector<double>& parts() const { return parts_; }    // (N, parts) of (3)

  private:
    void add_parts(const std::vector<double>& judged, const double* bound);

    const MetricChoices& choices_;
    double dt_, least_;
    TruthFloor floor_;
    bool at_floor_ = true;
    std::vector<double> errors_;  // (N)
    std::vector<double> parts_;   // (N, parts)
};

}  // namespace cchnn
