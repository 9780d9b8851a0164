#pragma once
// How well a prediction keeps what the true motion keeps: its energy, its constraints, its momenta. 0/0 is 0. What is not
// finite gives the worst value: 1 in (1), infinity elsewhere.
//   (1)  |H(z) - H(zhat)| / (|H(z)| + |H(zhat)|)       in [0, 1]; paper B.1. Depends on the choice of where V = 0
//   (2)  |H(zhat) - H(z)| / max_t T(z(t))              independent of it; T is the kinetic energy of the truth
//
// All rows of Phi as the paper prints them, C of them, at one time; rows on velocities alone (Rolling) count in dPhi/dt
// only:
//   (3)  RMSE          sqrt( 1/C sum_a r_a^2 )       r = Phi (m^2), dPhi/dt (m^2/s), or |x_A - x_B| - l (m)
//   (4)  stacked norm  sqrt( sum Phi^2 + sum (dPhi/dt)^2 ), in mixed units; the paper's code reports this
//
// Momenta that the graph conserves (mechanics/conserved.hpp), without a unit:
//   (5)  |L(zhat) - L(z)| / max over t of S(z)
//   (6)  S = sum_i |p_i| for linear, sum_i |x_i - c| |p_i| for angular momentum: the largest |L| that these bodies
//        could have. L itself may be 0 all the time, so it cannot be the measure.

#include <cstddef>

#include "mechanics/constrained_system.hpp"

namespace cchnn {

// (1) and (2). Energies in J. max_kinetic > 0 is the largest kinetic energy of the truth, or the scale that motion_scales.hpp has
// for a motion at rest.
double relative_energy_error(double predicted, double truth);
double scaled_energy_error(double predicted, double truth, double max_kinetic);

// (3), (4)
double root_mean_square(const double* rows, std::size_t count);
double stacked_norm(const double* phi, const double* phi_rate, std::size_t count);

// (6), then (5)
double momentum_scale(const ConstrainedSystem& system, const ConservedQuantity& quantity, const double* x,
                      const double* v);
double scaled_momentum_error(double predicted, double truth, double scale);

}  // namespace cchnn
