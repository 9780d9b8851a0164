#pragma once
// The way back of deflated_chunk.hpp: what the filters deflate and shuffle made of a chunk of an HDF5 array, undone.

#include <cstddef>
#include <string>
#include <vector>

namespace cchnn {

// A zlib stream that must inflate to exactly `size` bytes; no memory is taken for more. `problem` says what is wrong
// with it ("inflates to 40 bytes, its size is 48"), and is empty otherwise.
struct Inflated {
    std::vector<char> bytes;
    std::string problem;
};
Inflated inflated(const std::vector<char>& stream, std::size_t size);

// Byte k of all elements together -> elements. What is left of a whole number of elements stays at the end.
std::vector<char> unshuffled(const std::vector<char>& bytes, std::size_t element_bytes);

}  // namespace cchnn
