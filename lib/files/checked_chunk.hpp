#pragma once
// HDF5's Fletcher-32 checksum of a chunk, in the form in which its filter leaves the chunk in a file.

#include <cstddef>
#include <cstdint>
#include <vector>

namespace cchnn {

// The checksum of n words w_0, w_1, ... of 16 bits, whose higher byte comes first (an odd last byte counts as a
// higher one):
//   sum1 = sum of w_i,  sum2 = sum of (n - i) w_i,  both modulo 65535 with 65535 in place of 0, unless all words are 0
// J. Fletcher, IEEE Trans. Commun. 30 (1982) 247; the variant is that of the HDF5 library, so that any HDF5 can
// check it.
std::uint32_t fletcher32(const char* bytes, std::size_t size);

inline constexpr std::size_t checksum_bytes = 4;

// Pads values with zeros to `chunk_bytes` and appends the checksum. The library writes such a chunk itself,
// because HDF5 would copy it twice and compute the checksum word by word. Values whose vector has room for the
// checksum are not copied.
std::vector<char> checked_chunk(std::vector<char> values, std::size_t chunk_bytes);

}  // namespace cchnn
