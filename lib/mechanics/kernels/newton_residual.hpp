#pragma once
// The relative residual at which one more Newton step on Phi = 0 is the last. Newton is quadratic: 1e-9 becomes 1e-18,
// which is rounding of doubles; double-double numbers need 1e-17 before the last step.

#include "numbers/double_double.hpp"

namespace cchnn {

template <class Real>
inline constexpr double newton_residual = is_double_double<Real> ? 1e-17 : 1e-9;

}  // namespace cchnn
