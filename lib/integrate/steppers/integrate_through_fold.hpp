#pragma once
// Carries a state from one sample to the next through a fold: a configuration in which constraint rows are linearly
// dependent, because a closed loop is stretched or folded flat, as a parallelogram is twice in a turn. There A = G M^-1
// G^T is singular. Near it the field off the manifold grows without bound, and methods whose stages leave the manifold
// cannot cross it, although the motion on the manifold is smooth. RATTLE requires only that each step ends on the
// manifold, and crosses the fold. A pivot of its Newton matrix G(x_new) M^-1 G(x)^T then changes its sign, which shows
// that a fold was passed.
//
// RATTLE integrates forces of positions only. If there are forces F(x, v), the -dR/dv of damping or gyroscopic ones,
// each of its steps R is taken between two half steps D of the motion along the manifold at fixed x (Strang splitting):
//
//   (1)  D(h/2) R(h) D(h/2),   D: p' = F - G^T mu,  G M^-1 p = 0,  e' = v . dR/dv,   by the midpoint rule
//
// The splitting is symmetric, so that the composition to order 8 applies to it as to RATTLE. e is what H loses in D, to
// rounding: 0 by gyroscopic forces.

#include <vector>

#include "mechanics/constrained_system.hpp"

namespace cchnn {

// Whether the constraints of a system may become dependent in this way: a closed loop of bodies, holonomic constraints
// only, no points on curves and no inputs.
bool may_fold(const ConstrainedSystem& system);

// Advances z = (x, p[, e][, s]) by `time` in `steps` steps of RATTLE of order 8. Returns false and leaves z unchanged
// if a step has no solution, no fold was passed, or the result is not finite.
bool integrate_through_fold(const ConstrainedSystem& system, double time, long steps, std::vector<double>& z);

}  // namespace cchnn
