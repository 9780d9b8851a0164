#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>

namespace cchnn {

// max |values[i]|, 0 of none.
inline double largest_magnitude(const double* values, std::size_t size) {
    double most = 0;
    for (std::size_t i = 0; i < size; ++i) most = std::max(most, std::abs(values[i]));
    return most;
}

}  // namespace cchnn
