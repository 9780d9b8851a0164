#pragma once
// The errors by which models are compared: never smaller than the accuracy of the reference itself (TruthFloor),
// nor than what anybody needs. h is what ranks go by, Err, K of kinetic_error.hpp or NRMSE, and f the floor of the test
// set, at least 1e-6 (standings.hpp (2)).
//   (1)  judged error of a trajectory = mean over time of max(h, error_bound, f): a geometric one of Err and K, a
//        quadratic one of NRMSE
//   (2)  of a trajectory at the floor, that of max(error_bound, f), so that two such predictions are tied: at least half
//        of its Err after t = 0 are not above the bound, and none is above ten times it
// A sample that is exact again after larger errors (exact_again()) has the judged error before it.
// The floor is that of each sample and not of a mean: what is exact on a part of the samples or trajectories would pay
// for any error elsewhere.
// What is at its floor says nothing of a model. So the errors of the rest are kept too, of equal parts of each motion:
//   (3)  log of the root mean square of h over the samples of a part that are above max(error_bound, f); -infinity where
//        none is. Quadratic, so that nearly exact samples do not pay for others of the same part

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "score/metrics/metric_choices.hpp"

namespace cchnn {

class TrajectoryFile;

// Counts errors that are no larger than the accuracy of the reference. A test set states for each of its states how far
// off it may be (error_bound, in units of Err). A prediction whose error is within that bound cannot be distinguished
// from the true motion, so nothing more is claimed of it. These are the counts of one submission.
struct TruthFloor {
    std::uint64_t samples = 0;       // samples after t = 0 with Err <= error_bound
    std::uint64_t of_samples = 0;    // samples after t = 0
    std::uint64_t trajectories = 0;  // with one such sample or more
    double largest_bound = 0;        // of those samples
};

// Adds one trajectory: err and bound at its (T) samples, from `first` on (1 where t = 0 does not count).
void add_trajectory(TruthFloor& floor, const std::vector<double>& err, const double* bound, std::size_t first);

// Geometric mean of /error_bound over all trajectories and scored samples that are not given; bounds below the rounding
// of Err, 1e-16, count as that. 0 where the file has no bounds.
double typical_bound(const TrajectoryFile& truth, const MetricChoices& choices);

// For people; "" when no error is that small.
std::string remark(const TruthFloor& floor);

// Whether error_bound can be compared with these errors: it is one of (x, v) divided by a sum of norms.
bool bounds_apply(const MetricChoices& choices);

// Collects (1) over the trajectories of one submission; score_submission.cpp has one.
class JudgedErrors {
  public:
    // f: 0 of a solver's settings, whose errors are shown as they are; parts are kept of so many trajectories.
    JudgedErrors(const MetricChoices& choices, double dt, double floor = 0, std::uint64_t with_parts = 0)
        : choices_(choices), dt_(dt), least_(floor), with_parts_(with_parts) {}

    // The next trajectory: Err, and its bound or null, at its (T) samples; h where it is not Err.
    void add(const std::vector<double>& err, const double* bound, const std::vector<double>* ranked = nullptr);

    const TruthFloor& floor() const { return floor_; }
    bool at_floor() const { return at_floor_; }                    // every trajectory
    const std::vector<double>& errors() const { return errors_; }  // (N)
    std::vector<float> take_parts() { return std::move(parts_); }  // (N, parts) of (3), once

  private:
    void add_parts(const std::vector<double>& judged, const double* bound);

    const MetricChoices& choices_;
    double dt_, least_;
    std::uint64_t with_parts_;
    TruthFloor floor_;
    bool at_floor_ = true;
    std::vector<double> errors_;  // (N)
    std::vector<float> parts_;    // (N, parts)
};

// Finds samples that coincide with the reference within a poor prediction. One exact sample outweighs many others in a
// geometric mean over time, and no model returns to the reference once its error has grown. With Err_k of one
// trajectory, k = 1 .. T-1:
//
//   exact   m_k = max_{j<k} Err_j > 1e-6  and  Err_k < 1e-6 m_k
//
// They are counted, and a second score has the last error that is not exact in their place. Both appear in a remark.
// What ranks go by has the last error too (1); the scores themselves do not change.

// Of a sample with Err `err`, after a largest one `most`.
inline bool exact_again(double err, double most) {
    constexpr double off = 1e-6, nearer = 1e-6;
    return most > off && err < nearer * most;
}

// Collects the curves of one submission; score_submission.cpp has one.
class ExactSamples {
  public:
    // Err of one trajectory, from t = 0 on.
    void add(std::vector<double> err, double dt, const MetricChoices& choices);
    // "" without any.
    std::string remark() const;

  private:
    std::uint64_t trajectories_ = 0, with_any_ = 0, samples_ = 0;
    double logs_ = 0, logs_without_ = 0;
};

}  // namespace cchnn
