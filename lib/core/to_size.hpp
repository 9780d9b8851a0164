#pragma once
// Counts and indices are int where the field's formulas use them; containers want std::size_t.

#include <cstddef>

namespace cchnn {

constexpr std::size_t to_size(int n) { return static_cast<std::size_t>(n); }

}  // namespace cchnn
