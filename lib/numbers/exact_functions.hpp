#pragma once
// Correctly rounded elementary functions: the exact value rounded once, to the nearest double. libm differs in the last
// bit between versions and CPUs; these give the same bits on every machine.
//
//   sin, cos, atan2   in double-double arithmetic with an error below 2^-63 of the result (fast_angles.hpp); where that
//                     leaves a doubt which double is nearest, about once in a thousand, by MPFR (atan2 first to 2^-95)
//   log               likewise (exact_functions.cpp); by MPFR also where |x - 1| < 1/32

#include <cstddef>

#include "numbers/exact.hpp"
#include "numbers/fast_angles.hpp"

namespace cchnn {

double exact_log(double x);
SinCos exact_sin_cos(double x);
// Constants of a system, in 106 bits (exact.hpp).
struct ExactSinCos {
    Exact sin, cos;
};
ExactSinCos exact_sin_cos(const Exact& x);
// Angle of (x, y), from -pi to pi; signs of zeros as in IEEE 754: atan2(0, -1) = pi, atan2(-0, -1) = -pi.
double exact_atan2(double y, double x);
// Of `count` points, side by side in lanes.
void exact_atan2(std::size_t count, const double* y, const double* x, double* angles);

}  // namespace cchnn
