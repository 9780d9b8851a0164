#pragma once
// When Newton's method on Phi = 0 has arrived. It is quadratic: a relative residual below 1e-9 leaves 1e-18 after one
// more step, which is rounding of doubles; double-double numbers need 1e-17 before the last step.

#include "numbers/double_double.hpp"

namespace cchnn {

template <class Real>
inline constexpr double newton_residual = is_double_double<Real> ? 1e-17 : 1e-9;

}  // namespace cchnn
