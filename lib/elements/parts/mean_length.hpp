#pragma once

#include <cstddef>

namespace cchnn {

// Collects lengths of a system (add_lengths() of each kind) for their mean, which says how large the system is.
struct MeanLength {
    double sum = 0;
    std::size_t count = 0;
    void add(double length) {
        sum += length;
        ++count;
    }
};

}  // namespace cchnn
