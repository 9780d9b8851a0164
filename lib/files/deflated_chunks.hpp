#pragma once
// How long chunks of deflated tables are.

#include <cstdint>

namespace cchnn {

// Repeats are found within a chunk, and h5py keeps 1 MiB of an array in memory.
inline constexpr std::uint64_t bytes_of_deflated_chunks = 768 << 10;

}  // namespace cchnn
