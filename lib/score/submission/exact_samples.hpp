#pragma once
// Samples that coincide with the reference in the midst of a poor prediction. One exact sample outweighs many others in a
// geometric mean over time, and no model comes back from its errors. With Err_k of one trajectory, k = 1 .. T-1:
//
//   exact   m_k = max_{j<k} Err_j > 1e-6  and  Err_k < 1e-6 m_k
//
// They are counted, and scored once more with the error of the last sample before that is not exact in their place. The
// scores themselves stay as they are.

#include <cstdint>
#include <string>
#include <vector>

#include "score/metrics/metric_choices.hpp"

namespace cchnn {

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
