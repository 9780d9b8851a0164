#pragma once
// From one sample to the next where rows meet in between: a loop that is stretched or folded flat in passing, as
// parallelograms are twice a turn. There G M^-1 G^T is singular, next to it the field grows without bound off the
// manifold, and steps whose stages leave the manifold never get across. The motion along the manifold is smooth. RATTLE
// asks for nothing but the manifold at the end of each step and goes through: after it a pivot of G(x_new) M^-1 G(x)^T
// has changed its sign.
//
// With losses, whose force RATTLE does not know, each of its steps R is between two halves of their own motion, along the
// manifold at a fixed x:
//
//   (1)  D(h/2) R(h) D(h/2),   D: p' = -dR/dv - G^T mu,  G M^-1 p = 0,  e' = v . dR/dv,   by the midpoint rule
//
// symmetric, so that what makes RATTLE one of order 8 does so here, and e is what H loses in D to rounding.

#include <vector>

#include "mechanics/constrained_system.hpp"

namespace cchnn {

// Whether a system's rows may meet so: a loop of bodies, nothing on velocities alone, no points on curves.
bool may_fold(const ConstrainedSystem& system);

// z = (x, p[, e][, s]) over `time` in `steps` steps of RATTLE of order 8. False, and z is as it was: the constraints were not
// met, or no rows met on the way, so that whatever holds the integration up is something else.
bool integrate_through_fold(const ConstrainedSystem& system, double time, long steps, std::vector<double>& z);

}  // namespace cchnn
