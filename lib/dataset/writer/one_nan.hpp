#pragma once
// NaN has many bit patterns, and which one a computation gives depends on the processor. Files hold only one of
// them, 0x7ff8000000000000.

#include <vector>

namespace cchnn {

// Returns `values` itself if it contains no NaN, else a copy in `storage` in which all NaNs are equal.
const std::vector<double>& with_one_nan(const std::vector<double>& values, std::vector<double>& storage);

}  // namespace cchnn
