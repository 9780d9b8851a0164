#pragma once
// How well a prediction keeps a momentum that the graph conserves (mechanics/conserved.hpp), without a unit:
//   (1)  |L(zhat) - L(z)| / max over t of S(z)
//   (2)  S = sum_i |p_i| for linear, sum_i |x_i - c| |p_i| for angular momentum: the largest |L| that these bodies
//        could have. L itself may be 0 all the time, so it cannot be the measure.
// 0/0 is 0. A momentum that is not finite gives infinity, the worst value.

#include "mechanics/constrained_system.hpp"

namespace cchnn {

double momentum_scale(const ConstrainedSystem& system, const ConservedQuantity& quantity, const double* x,
                      const double* v);
double scaled_momentum_error(double predicted, double truth, double scale);

}  // namespace cchnn
