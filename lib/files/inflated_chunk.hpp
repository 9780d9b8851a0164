#pragma once
// The inverse of deflated_chunk.hpp: undoes the filters deflate and shuffle of a chunk.

#include <cstddef>
#include <string>
#include <vector>

namespace cchnn {

// The result of inflating a zlib stream that must give exactly `size` bytes; no memory is allocated for more.
// `problem` says what is wrong with it ("inflates to 40 bytes, its size is 48"), and is empty otherwise.
struct Inflated {
    std::vector<char> bytes;
    std::string problem;
};
Inflated inflated(const std::vector<char>& stream, std::size_t size);

// Byte k of all elements together -> elements. Bytes that do not fill an element stay at the end.
std::vector<char> unshuffled(const std::vector<char>& bytes, std::size_t element_bytes);

}  // namespace cchnn
