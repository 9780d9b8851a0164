#pragma once
// Counts and indices are int where the field's formulas use them. An index alone, v[i], and an argument need no
// conversion; a product of counts, a size of memory, is taken in std::size_t, so that it does not overflow.

#include <cstddef>

namespace cchnn {

constexpr std::size_t to_size(int n) { return static_cast<std::size_t>(n); }

// How many a container has, as a count of formulas.
template <class Container>
constexpr int count_of(const Container& container) {
    return static_cast<int>(container.size());
}

}  // namespace cchnn
