#pragma once
// NaN has many bit patterns; which one a computation gives depends on the machine. Files hold one, 0x7ff8000000000000.

#include <vector>

namespace cchnn {

// `values` itself where it has no NaN; else a copy in `storage`.
const std::vector<double>& with_one_nan(const std::vector<double>& values, std::vector<double>& storage);

}  // namespace cchnn
