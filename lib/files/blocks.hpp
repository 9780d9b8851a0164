#pragma once
// Divides an array into blocks of bounded size in row-major order, so that reading and hashing need constant
// memory.

#include <algorithm>
#include <cstdint>

#include "files/hdf5_file.hpp"

namespace cchnn {

// Calls visit(start, count) for blocks of at most `most_bytes` (and at least one element) that follow each
// other in memory: some leading axes are fixed, the next one has a range, the others are whole. Called once for
// a scalar, never for an empty array.
template <class Visit>
void for_each_block(const Shape& shape, std::uint64_t element_bytes, std::uint64_t most_bytes, const Visit& visit) {
    if (shape.empty()) return visit(Shape{}, Shape{});
    if (byte_count(shape, 1) == 0) return;
    std::size_t axis = shape.size() - 1;  // the one that is cut
    std::uint64_t step_bytes = element_bytes;
    while (axis > 0 && byte_count({shape[axis]}, step_bytes) <= most_bytes) step_bytes *= shape[axis--];
    const std::uint64_t step = std::clamp<std::uint64_t>(most_bytes / step_bytes, 1, shape[axis]);

    Shape start(shape.size(), 0), count = shape;
    std::fill_n(count.begin(), axis, std::uint64_t{1});
    while (true) {
        count[axis] = std::min(step, shape[axis] - start[axis]);
        visit(start, count);
        start[axis] += count[axis];
        std::size_t carry = axis;
        while (carry > 0 && start[carry] == shape[carry]) {
            start[carry] = 0;
            ++start[--carry];
        }
        if (start[carry] == shape[carry]) return;
    }
}

}  // namespace cchnn
