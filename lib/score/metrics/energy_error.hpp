#pragma once
// How well a prediction keeps the true energy of its trajectory, in two measures:
//   (1)  |H(z) - H(zhat)| / (|H(z)| + |H(zhat)|)       in [0, 1]; paper B.1. Depends on the choice of where V = 0
//   (2)  |H(zhat) - H(z)| / max_t T(z(t))              independent of it; T is the kinetic energy of the truth
// 0/0 is 0. An energy that is not finite gives the worst value: 1 in (1), infinity in (2).

namespace cchnn {

// Energies in J. max_kinetic > 0 is the largest kinetic energy of the truth, or the scale that motion_scales.hpp has
// for a motion at rest.
double relative_energy_error(double predicted, double truth);
double scaled_energy_error(double predicted, double truth, double max_kinetic);

}  // namespace cchnn
