#pragma once
// Solutions with fixed steps, in a file that compiles their kernels alone.

#include <vector>

#include "integrate/batch_systems.hpp"
#include "integrate/protocol/protocol.hpp"
#include "integrate/trajectory.hpp"
#include "sample/sampler.hpp"

namespace cchnn {

// Each into an empty_batch() of as many trajectories: by the composition of RATTLE that the method's weights say, and by
// the classical Runge-Kutta method.
void integrate_rattle(const BatchSystems& systems, const std::vector<InitialState>& states, TimeGrid times,
                      const Protocol& protocol, TrajectoryBatch& out);
void integrate_runge_kutta(const BatchSystems& systems, const std::vector<InitialState>& states, TimeGrid times,
                           const Protocol& protocol, TrajectoryBatch& out);

}  // namespace cchnn
