#pragma once
// (system, initial states, times, protocol) -> trajectories, side by side in lanes, each with its own step size.
// A trajectory's numbers do not depend on its neighbours, the number of lanes, or the order.

#include <cstdint>
#include <span>
#include <vector>

#include "integrate/batch_systems.hpp"
#include "integrate/protocol/accuracy.hpp"
#include "integrate/protocol/protocol.hpp"
#include "integrate/trajectory.hpp"
#include "sample/sampler.hpp"

namespace cchnn {

// Fewer than that at a time leave lanes empty.
std::uint64_t trajectories_side_by_side();
// The instruction set that they are compiled for, as -march names it: "x86-64-v3", "native".
std::string kernel_set();

// Room for `count` trajectories, NaN everywhere.
TrajectoryBatch empty_batch(const ConstrainedSystem& system, std::size_t count, TimeGrid times);

TrajectoryBatch integrate(const BatchSystems& systems, const std::vector<InitialState>& states, TimeGrid times,
                          const Protocol& protocol);

// In double-double numbers, each trajectory with an accuracy of its own, by extrapolation20 or extrapolation24.
TrajectoryBatch integrate_exactly(const BatchSystems& systems, const std::vector<InitialState>& states, TimeGrid times,
                                  Method method, std::span<const Accuracy> each);

}  // namespace cchnn
