#pragma once
// Angles and their sines in double-double arithmetic, from + - * / only:
//
//   (1)  atan(a/b) = atan(c) + atan(r),  c = k/64 nearest to a/b in [0, 1],  r = (a - c b)/(b + c a),  |r| <= 1/128
//   (2)  atan(r) = r - r^3/3 + r^5/5 - ..., all but its first term in double; or none, where that leaves a doubt
//   (3)  sin(c + r), cos(c + r) by the sums of angles, c = k/64 nearest to x less its quarter turns, |r| <= 1/128
//
// Each gives its double only when the error, below 2^-63 of the result or 2^-95, leaves no doubt which one is nearest.

#include <cstddef>
#include <optional>

namespace cchnn {

struct SinCos {
    double sin, cos;
};

// Nothing when in doubt, or when arguments are zero, not finite, or so far apart in size that products could underflow.
std::optional<double> fast_atan2(double y, double x);
// All of (2) in double-double numbers, in doubt one time in 2^41 where fast_atan2() is one in 600: for what that
// leaves.
std::optional<double> close_atan2(double y, double x);
// The same as fast_atan2() of `count` points side by side in lanes: which angles there is no doubt about.
void fast_atan2(std::size_t count, const double* y, const double* x, double* angles, bool* sure);
// Nothing when in doubt, or beyond |x| = 2^20.
std::optional<SinCos> fast_sin_cos(double x);

}  // namespace cchnn
