#pragma once
// A chunk of an HDF5 array as its filters shuffle and deflate leave it in the file, through zlib.

#include <cstddef>
#include <vector>

namespace cchnn {

// `size` bytes of elements, zeros behind them up to `chunk_bytes`: byte k of all elements together (shuffle), then a
// zlib stream of level 1 .. 9, which ends in a checksum (Adler-32) of what it holds. Deflated even where that takes a
// little more room: nothing else guards the chunk. Level 1 looks for runs of one byte alone: other repetitions are rare
// in shuffled numbers, and looking for them takes three times as long.
std::vector<char> deflated_chunk(const char* values, std::size_t size, std::size_t chunk_bytes,
                                 std::size_t element_bytes, int level);

}  // namespace cchnn
