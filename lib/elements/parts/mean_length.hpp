#pragma once

#include <cstddef>

namespace cchnn {

// Lengths of a system on their way to a mean.
struct MeanLength {
    double sum = 0;
    std::size_t count = 0;
    void add(double length) {
        sum += length;
        ++count;
    }
};

}  // namespace cchnn
