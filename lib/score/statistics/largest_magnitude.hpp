#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>

namespace cchnn {

// max |values[i]|, 0 of none; NaN does not count. Four maxima side by side, so that none waits for the one before.
inline double largest_magnitude(const double* values, std::size_t size) {
    double most[4] = {};
    std::size_t i = 0;
    for (; i + 4 <= size; i += 4)
        for (std::size_t j = 0; j < 4; ++j) most[j] = std::max(most[j], std::abs(values[i + j]));
    for (; i < size; ++i) most[0] = std::max(most[0], std::abs(values[i]));
    return std::max(std::max(most[0], most[1]), std::max(most[2], most[3]));
}

}  // namespace cchnn
