#pragma once
/// The three parts of a dataset.

#include <array>
#include <cstdint>

namespace cchnn {

/// A part of a dataset. Each has random numbers of its own: state i of one is not state i of another.
enum class Split : std::uint32_t { train = 0, valid = 1, test = 2 };
/// All of them, in the order of files.
inline constexpr std::array<Split, 3> all_splits{Split::train, Split::valid, Split::test};

}  // namespace cchnn
