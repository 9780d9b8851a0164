#pragma once
// Fixed-step methods. They are a file of their own, so that their kernels are compiled in parallel with others.

#include <vector>

#include "integrate/batch_systems.hpp"
#include "integrate/protocol/protocol.hpp"
#include "integrate/steppers/tableau.hpp"
#include "integrate/trajectory.hpp"
#include "sample/initial_state.hpp"

namespace cchnn {

// Integrate into an empty_batch() of as many trajectories: RATTLE composed with the weights of the method
// (methods.cpp), and Runge-Kutta methods, whose tableaus the source file instantiates.
void integrate_rattle(const BatchSystems& systems, const std::vector<InitialState>& states, TimeGrid times,
                      const Protocol& protocol, TrajectoryBatch& out);
template <const auto& tableau>
void integrate_runge_kutta(const BatchSystems& systems, const std::vector<InitialState>& states, TimeGrid times,
                           const Protocol& protocol, TrajectoryBatch& out);

}  // namespace cchnn
