#pragma once
// Angles and their sines in double-double arithmetic, from + - * / only:
//
//   (1)  atan(a/b) = atan(c) + atan(r),  c = k/64 nearest to a/b in [0, 1],  r = (a - c b)/(b + c a),  |r| <= 1/128
//   (2)  atan(r) = r - r^3/3 + r^5/5 - ..., all but its first term in double, or in double-double (close_atan2)
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
// All of (2) in double-double numbers, for points where fast_atan2() leaves a doubt. That happens once in 600 points,
// here once in 2^41.
std::optional<double> close_atan2(double y, double x);
// fast_atan2() of `count` points side by side in lanes; sure[i] says whether angles[i] is without doubt.
void fast_atan2(std::size_t count, const double* y, const double* x, double* angles, bool* sure);
// Nothing when in doubt, beyond |x| = 2^20, or within 2^-40 of a multiple of pi/2 other than 0.
std::optional<SinCos> fast_sin_cos(double x);

}  // namespace cchnn
