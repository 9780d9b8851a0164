#pragma once
// Compresses a chunk as HDF5's filters shuffle and deflate would, by zlib directly, so that several threads can
// do it.

#include <cstddef>
#include <vector>

namespace cchnn {

// Compresses `size` bytes of elements, padded with zeros to `chunk_bytes`. Shuffle places byte k of all
// elements together; then follows a zlib stream of level 1 .. 9, which ends in a checksum (Adler-32). The
// stream is used even where it is longer than the chunk, because nothing else protects the values. Level 1 only
// looks for runs of one byte (Z_RLE): other repetitions are rare in shuffled numbers, and looking for them
// takes three times as long.
std::vector<char> deflated_chunk(const char* values, std::size_t size, std::size_t chunk_bytes,
                                 std::size_t element_bytes, int level);

}  // namespace cchnn
