#pragma once
// Counts and indices are int where the field's formulas use them. An index alone, v[i], needs no conversion; a product of
// counts, a size of memory, is taken in std::size_t, so that it does not overflow.

#include <cstddef>

namespace cchnn {

constexpr std::size_t to_size(int n) { return static_cast<std::size_t>(n); }

}  // namespace cchnn
