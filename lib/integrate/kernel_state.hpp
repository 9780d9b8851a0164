#pragma once
// States as kernels have them: z = (x, p[, e][, s][, w, t, u, slopes]), mechanics/driven_forces.hpp and
// mechanics/kernels/dynamics.hpp.

#include <vector>

#include "integrate/trajectory.hpp"
#include "sample/initial_state.hpp"

namespace cchnn {

class ConstrainedSystem;

// What a driven system has behind w at a time t, which is `since` s after sample k: the time, its inputs, those of moving
// Origins (formulas), and slopes. `u`: (samples, inputs) of the motion; empty if all of them are 0.
std::vector<double> driven_components(const ConstrainedSystem& system, TimeGrid times, int k, double since, double t,
                                      const std::vector<double>& u);

// z of a state, which has `driven` if its system is. Nothing has been dissipated, and no work done.
std::vector<double> kernel_state(const ConstrainedSystem& system, const InitialState& state);

}  // namespace cchnn
