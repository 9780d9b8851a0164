#pragma once
// Bounds steps by the velocities at whose zero a derivative of a force jumps (elements/parts/reversals.hpp), as those of
// points with Drag. Such a zero lies at an end of a step, or the steps around it are so short that the force does
// nothing in them:
//
//   (1)  |w' - w| <= min(|w|, |w'|)      for each such velocity w, or w = 0, or w' = 0: as near centres of forces
//   (2)  h |M^-1 f| <= eps |v|           or this; f the force at the larger of w, w', |v| over all nodes at the larger end
//
// (1) halves w from step to step, down to where (2) holds: the error of a passage is then below eps of the velocities,
// in any units, since (1) and (2) compare velocities alone. A point that only passes near zero is followed in steps as
// short as its smallest speed needs, because |w| is smooth there, on the scale of that speed. (2) also admits every step
// of a system that has come to rest, where w is rounding.

namespace cchnn {

class ConstrainedSystem;

bool any_reversal(const ConstrainedSystem& system);
// The share of a step of `length`, s, from the velocities v of nodes to v_new that (1) and (2) admit: 1 is all of it, a
// smaller one is to be tried next. `negligible` is eps.
double share_of_reversals(const ConstrainedSystem& system, const double* v, const double* v_new, double length,
                          double negligible);

}  // namespace cchnn
