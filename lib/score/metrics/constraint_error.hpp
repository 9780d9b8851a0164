#pragma once
// How far a state is from the constraints. All rows of Phi as the paper prints them, C of them, at one time:
//   (1)  RMSE          sqrt( 1/C sum_a r_a^2 )       r = Phi (m^2), dPhi/dt (m^2/s), or |x_A - x_B| - l (m)
//   (2)  stacked norm  sqrt( sum Phi^2 + sum (dPhi/dt)^2 ), in mixed units; the paper's code reports this
// Rows on velocities alone (Rolling) count in dPhi/dt only. A row that is not finite gives infinity, the worst value.

#include <cstddef>

namespace cchnn {

double root_mean_square(const double* rows, std::size_t count);
double stacked_norm(const double* phi, const double* phi_rate, std::size_t count);

}  // namespace cchnn
