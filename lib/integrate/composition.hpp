#pragma once
// Symmetric compositions of a symmetric method of order 2: one step of h is steps of weight_1 h, weight_2 h, ... in
// turn.
//
//   (1)  sum weight_i = 1,  sum weight_i^3 = 0,  sum weight_i^5 = 0 (order 6, 8),  sum weight_i^7 = 0 (order 8), ...
//   (2)  weight_i = weight_(s+1-i): symmetric, so that the order is even
//
//   order 4, s = 5   weight_1 = 1/(4 - 4^(1/3))        Suzuki 1990; Hairer, Lubich, Wanner 2006, II.4, eq. (4.5)
//   order 6, s = 9   Kahan and Li 1997                 Hairer, Lubich, Wanner 2006, V.3.2, eq. (3.12)
//   order 8, s = 17  Kahan and Li 1997                 Hairer, Lubich, Wanner 2006, V.3.2, eq. (3.14)
//
// The weight in the middle is what is missing to 1, in double, so that a step is as long as it says.

#include <vector>

namespace cchnn {

// The s weights; order 2, 4, 6 or 8.
std::vector<double> composition_weights(int order);

}  // namespace cchnn
