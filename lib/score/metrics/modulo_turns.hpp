#pragma once
// Angles among the coordinates of a Lagrangian count modulo full turns: the truth as the value in [-pi, pi], the prediction as
// that within half a turn of it.

#include <vector>

#include "mechanics/constrained_system.hpp"
#include "score/metrics/metrics.hpp"

namespace cchnn {

// Takes these coordinates of a state to [-pi, pi].
void take_turns_off(const std::vector<int>& angles, double* x);

// Both trajectories with such positions. Without angles among the coordinates they are the views as given; else it owns the
// positions. `step`: how far states of the prediction are apart, 0 where one state is compared with all samples.
class ModuloTurns {
  public:
    ModuloTurns(const ConstrainedSystem& system, int samples, TrajectoryView predicted, std::size_t step,
                TrajectoryView truth);
    ModuloTurns(const ModuloTurns&) = delete;
    ModuloTurns& operator=(const ModuloTurns&) = delete;

    const TrajectoryView& predicted() const { return predicted_; }
    const TrajectoryView& truth() const { return truth_; }
    // The same as `step`, or that of the positions that it owns.
    std::size_t step() const { return step_; }

  private:
    TrajectoryView predicted_, truth_;
    std::size_t step_;
    std::vector<double> x_, x_true_, v_;
};

}  // namespace cchnn
