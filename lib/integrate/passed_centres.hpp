#pragma once
// Trajectories of fixed steps that passed the centre of a force, a magnet, a body, a spring's end, unseen: within one
// step, to (x_new), the separation r from it changed by more than itself,
//
//   (1)  |r_new - r| > min(|r|, |r_new|)                             mechanics/kernels/passage.hpp
//
// so that the force may have grown and turned round on the way. Steps of their own choice never do (step_limit.hpp).

#include <cstdint>
#include <string>

#include "integrate/protocol/protocol.hpp"
#include "integrate/trajectory.hpp"

namespace cchnn {

class PassedCentres {
  public:
    // Of batches in the order of their trajectories.
    void add(const TrajectoryBatch& batch);
    std::uint64_t trajectories() const { return trajectories_; }
    // What to say of them, and what to do, to whoever chose the steps; "" where there are none.
    std::string told(const Protocol& protocol, double dt) const;

  private:
    std::uint64_t trajectories_ = 0, first_ = 0;
    double at_ = 0;  // s, of the first
};

}  // namespace cchnn
