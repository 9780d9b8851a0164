#pragma once
// Recovers the counted angles of a motion that comes without them, as predictions and imported arrays do, from its
// samples alone, in the way in which generalised coordinates are counted:
//   (1)  theta_0 as given, or as motions start;  theta_k+1 is, of the angles of sample k + 1 that differ by turns, the
//        one nearest to theta_k + dt (theta'_k + theta'_k+1)/2 where the two rates differ by less than pi/dt, else to
//        theta_k

#include <vector>

#include "mechanics/constrained_system.hpp"

namespace cchnn {

// x, v: (samples, n, d); first: (A), or null. Returns the parameters of each state as energy() takes them, (samples, P
// + A) with zeros for points on curves; empty where the system counts no angle. A non-finite sample repeats the one
// before.
std::vector<double> counted_along(const ConstrainedSystem& system, const double* x, const double* v, int samples,
                                  double dt, const double* first);
// Whether (1) recovers the stored angles, (samples, P + A); if not, the motion turns too fast for its samples.
bool samples_tell_turns(const ConstrainedSystem& system, const double* x, const double* v, int samples, double dt,
                        const double* stored);

}  // namespace cchnn
