#pragma once
// From one sample to the next where rows meet in between: a loop that is stretched or folded flat in passing, as
// parallelograms are twice a turn. There G M^-1 G^T is singular, next to it the field grows without bound off the
// manifold, and steps whose stages leave the manifold never get across. The motion along the manifold is smooth. RATTLE
// asks for nothing but the manifold at the end of each step and goes through: after it a pivot of G(x_new) M^-1 G(x)^T
// has changed its sign.

#include <vector>

#include "mechanics/constrained_system.hpp"

namespace cchnn {

// Whether a system's rows may meet so: a loop of bodies, nothing on velocities alone, no loss, no points on curves.
bool may_fold(const ConstrainedSystem& system);

// z = (x, p) over `time` in `steps` steps of RATTLE of order 8. False, and z is as it was: the constraints were not
// met, or no rows met on the way, so that whatever holds the integration up is something else.
bool integrate_through_fold(const ConstrainedSystem& system, double time, int steps, std::vector<double>& z);

}  // namespace cchnn
