#pragma once
// Solutions in double-double numbers, for trajectories whose motion amplifies the rounding errors of doubles. They are
// a file of their own, because all kernels are compiled once more for these numbers.

#include <span>
#include <vector>

#include "integrate/batch_systems.hpp"
#include "integrate/protocol/accuracy.hpp"
#include "integrate/protocol/protocol.hpp"
#include "integrate/trajectory.hpp"
#include "sample/initial_state.hpp"

namespace cchnn {

// Integrates into an empty_batch() of as many trajectories, each with its own accuracy. `method` is extrapolation20 or
// extrapolation24.
void integrate_double_double(const BatchSystems& systems, const std::vector<InitialState>& states, TimeGrid times,
                             Method method, std::span<const Accuracy> each, TrajectoryBatch& out);

}  // namespace cchnn
