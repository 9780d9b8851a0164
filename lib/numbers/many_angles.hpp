#pragma once
// Correctly rounded angles (exact_functions.hpp) of many points at once, with lanes of the caller's instruction set.

#include <cstddef>

namespace cchnn {

struct AngleTables;

// fast_atan2() of numbers/fast_angles.hpp for `count` points. sure[i] is false where angles[i] may not be the nearest
// double.
using FastAngles = void (*)(const AngleTables& tables, std::size_t count, const double* y, const double* x,
                            double* angles, bool* sure);

// The angle of each (x, y), with the bits of exact_atan2(y, x). `fast` is the function of the kernels in use
// (integrate/kernel_door.hpp); null stands for the one that runs on any processor.
void exact_atan2(std::size_t count, const double* y, const double* x, double* angles, FastAngles fast);

}  // namespace cchnn
