#pragma once
// The entry to integration: (system, initial states, times, protocol) -> trajectories, side by side in lanes, each with
// its own step size. The numbers of a trajectory do not depend on its neighbours, on the number of lanes, or on the
// order.

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "integrate/batch_systems.hpp"
#include "integrate/protocol/accuracy.hpp"
#include "integrate/protocol/protocol.hpp"
#include "integrate/trajectory.hpp"
#include "sample/sampler.hpp"

namespace cchnn {

// The number of lanes: fewer trajectories in one call leave lanes empty.
std::uint64_t trajectories_side_by_side();
// The instruction set that the kernels are compiled for, as -march names it: "x86-64-v3", "native".
std::string kernel_set();

// A batch of `count` trajectories, filled with NaN.
TrajectoryBatch empty_batch(const ConstrainedSystem& system, std::size_t count, TimeGrid times);

// Systems with contacts are followed from impact to impact (contact_driver.hpp). Throws SpecError if the contacts of such
// a system are not given.
TrajectoryBatch integrate(const BatchSystems& systems, const std::vector<InitialState>& states, TimeGrid times,
                          const Protocol& protocol);

// Where states and motions are: in space, or as seen from Origins that move (mechanics/base_motion.hpp).
enum class SeenFrom { space, origins };

// The same without contacts, as motions are between impacts.
TrajectoryBatch integrate_smoothly(const BatchSystems& systems, const std::vector<InitialState>& states, TimeGrid times,
                                   const Protocol& protocol, SeenFrom seen_from = SeenFrom::space);

// The motion in space from states in space, of `run`, whose states and motion are as seen from the Origins.
TrajectoryBatch run_seen_from_origins(const BatchSystems& systems, const std::vector<InitialState>& states,
                                      TimeGrid times,
                                      const std::function<TrajectoryBatch(const std::vector<InitialState>& seen)>& run);

// Integrates in double-double numbers, each trajectory with its own accuracy; `method` is extrapolation20 or
// extrapolation24.
TrajectoryBatch integrate_exactly(const BatchSystems& systems, const std::vector<InitialState>& states, TimeGrid times,
                                  Method method, std::span<const Accuracy> each);

}  // namespace cchnn
