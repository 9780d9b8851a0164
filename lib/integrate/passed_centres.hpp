#pragma once
// Counts trajectories whose fixed steps passed the centre of a force (a magnet, a body, the end of a spring) within
// one step: over the step to x_new the separation r from the centre changed by more than its own length,
//
//   (1)  |r_new - r| > min(|r|, |r_new|)                             mechanics/kernels/passage.hpp
//
// so that the force may have peaked and reversed in between. Methods that choose their steps never do this
// (step_limit.hpp).

#include <cstdint>
#include <string>

#include "integrate/protocol/protocol.hpp"
#include "integrate/trajectory.hpp"

namespace cchnn {

class PassedCentres {
  public:
    // Batches come in the order of their trajectories.
    void add(const TrajectoryBatch& batch);
    std::uint64_t trajectories() const { return trajectories_; }
    // The warning with advice for users who chose the steps; "" if there are none.
    std::string text(const Protocol& protocol, double dt) const;

  private:
    std::uint64_t trajectories_ = 0, first_ = 0;
    double at_ = 0;  // s, of the first
};

}  // namespace cchnn
