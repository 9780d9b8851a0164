#pragma once
// Finds samples that coincide with the reference within a poor prediction. One exact sample outweighs many others in a
// geometric mean over time, and no model returns to the reference once its error has grown. With Err_k of one
// trajectory, k = 1 .. T-1:
//
//   exact   m_k = max_{j<k} Err_j > 1e-6  and  Err_k < 1e-6 m_k
//
// They are counted, and a second score has the last error that is not exact in their place. Both appear in a remark.
// What ranks go by has the last error too (judged_errors.hpp); the scores themselves do not change.

#include <cstdint>
#include <string>
#include <vector>

#include "score/metrics/metric_choices.hpp"

namespace cchnn {

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
