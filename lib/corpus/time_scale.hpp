#pragma once
// How fast a system is: the scales by which a corpus chooses the speed of starts and the time between samples.
//
//   (1)  a = sqrt(F . M^-1 F / m),  F = dp/dt at rest, m the whole mass                        [m/s^2]
//   (2)  rate = (|J^16 u| / |J^8 u|)^(1/8),  J = d(dz/dt)/dz, u a fixed vector of random numbers   [1/s]
//
// (2) is power iteration for the spectral radius of the linearised field: the highest angular frequency, or the fastest
// decay. A pair of conjugate eigenvalues turns u in a plane, so that only even powers grow steadily. J u is a central
// difference of two evaluations.

#include "mechanics/constrained_system.hpp"
#include "sample/initial_state.hpp"

namespace cchnn {

double acceleration_at_rest(const ConstrainedSystem& system, const InitialState& state);
double highest_rate(const ConstrainedSystem& system, const InitialState& state);

}  // namespace cchnn
