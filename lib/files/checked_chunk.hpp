#pragma once
// A chunk of an HDF5 array as its Fletcher-32 filter leaves it in the file.

#include <cstddef>
#include <cstdint>
#include <vector>

namespace cchnn {

// Of n words w_0, w_1, ... of 16 bits, the higher byte first (an odd byte at the end counts as a higher one):
//   sum1 = sum of w_i,  sum2 = sum of (n - i) w_i,  both modulo 65535 with 65535 in place of 0, unless all words are 0
std::uint32_t fletcher32(const char* bytes, std::size_t size);

inline constexpr std::size_t checksum_bytes = 4;

// Values, zeros behind them up to `chunk_bytes`, and the checksum of all. Written by the caller in place of HDF5, which
// copies a chunk twice on its way and takes the checksum word by word. Values with room for the checksum stay in place.
std::vector<char> checked_chunk(std::vector<char> values, std::size_t chunk_bytes);

}  // namespace cchnn
