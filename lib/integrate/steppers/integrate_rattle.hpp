#pragma once
// Solutions with RATTLE, in a file that compiles its kernels alone.

#include <vector>

#include "integrate/batch_systems.hpp"
#include "integrate/protocol/protocol.hpp"
#include "integrate/trajectory.hpp"
#include "sample/sampler.hpp"

namespace cchnn {

// Into an empty_batch() of as many trajectories. The method is a rattle.
void integrate_rattle(const BatchSystems& systems, const std::vector<InitialState>& states, TimeGrid times,
                      const Protocol& protocol, TrajectoryBatch& out);

}  // namespace cchnn
