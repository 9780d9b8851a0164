#pragma once
// Fixed-step methods. They are a file of their own, so that their kernels are compiled in parallel with others.

#include <vector>

#include "integrate/batch_systems.hpp"
#include "integrate/protocol/protocol.hpp"
#include "integrate/trajectory.hpp"
#include "sample/initial_state.hpp"

namespace cchnn {

// Integrate into an empty_batch() of as many trajectories: RATTLE composed with the weights of the method
// (methods.cpp), and the classical Runge-Kutta method.
void integrate_rattle(const BatchSystems& systems, const std::vector<InitialState>& states, TimeGrid times,
                      const Protocol& protocol, TrajectoryBatch& out);
void integrate_runge_kutta(const BatchSystems& systems, const std::vector<InitialState>& states, TimeGrid times,
                           const Protocol& protocol, TrajectoryBatch& out);

}  // namespace cchnn
