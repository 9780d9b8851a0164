#pragma once
// exact_functions.hpp of many points at once, side by side in the lanes of whoever gives a fast way.

#include <cstddef>

namespace cchnn {

struct AngleTables;

// numbers/fast_angles.hpp of `count` points: which angles there is no doubt about.
using FastAngles = void (*)(const AngleTables& tables, std::size_t count, const double* y, const double* x,
                            double* angles, bool* sure);

// Angles of (x, y) as exact_atan2() of each gives them, by the kernels' fast way (integrate/kernel_door.hpp), or by that
// of any processor where `fast` is null.
void exact_atan2(std::size_t count, const double* y, const double* x, double* angles, FastAngles fast);

}  // namespace cchnn
