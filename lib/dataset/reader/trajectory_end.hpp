#pragma once
// Where a stored trajectory ends.

#include <cstddef>

namespace cchnn {

// Samples before the end of a trajectory x, v of (samples, width): all of a completed one, whatever they hold; of one
// that ended early those before the last run of samples that hold NaN alone.
int samples_before_end(bool completed, int samples, std::size_t width, const double* x, const double* v);

}  // namespace cchnn
