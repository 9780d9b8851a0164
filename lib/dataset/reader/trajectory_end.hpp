#pragma once
// Finds the end of a stored trajectory.

#include <cstddef>

namespace cchnn {

// The number of samples before the end of a trajectory x, v of (samples, width). A completed trajectory has all
// of them, whatever they hold. One that ended early is followed by samples in which all numbers are NaN; these
// are not counted.
int samples_before_end(bool completed, int samples, std::size_t width, const double* x, const double* v);

}  // namespace cchnn
