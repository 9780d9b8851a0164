#pragma once
// The masses by which momenta of nodes are compared with a tolerance in m/s. In general that of the body which owns the
// node. A light body that constraints tie to a heavy one takes part in its motion, though: the rounding of forces that
// pass through it, in units of its own mass, would make every step too long. An impulse on its node i moves i as if it
// had the mass
//
//   (1)  m_i = 1 / tr B_ii,   B = M^-1 - M^-1 G^T (G M^-1 G^T)^-1 G M^-1      [kg]
//
// which takes the place of a body's mass that is far smaller. A light body that can move on its own keeps its mass.

#include <vector>

#include "mechanics/plan/solve_plan.hpp"
#include "mechanics/rows/constraint_manifold.hpp"

namespace cchnn {

// (n) multiples of body_mass(), 1 or far more, at the configuration x on the manifold; none unless masses of bodies are
// far apart. The `chosen` rows are independent. Computed once when a system is compiled.
std::vector<double> tolerance_mass_factors(const ConstraintManifold& manifold, const std::vector<SolverRow>& rows,
                                           const std::vector<int>& chosen, const std::vector<double>& x);

}  // namespace cchnn
