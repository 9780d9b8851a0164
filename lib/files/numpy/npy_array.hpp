#pragma once
// What a NumPy .npy file holds (npy_header.hpp), as bytes: its header, and texts as UTF-32. Numbers begin at a multiple
// of 64 bytes, so that numpy.load(..., mmap_mode="r") maps them.

#include <cstdint>
#include <string>
#include <vector>

#include "files/hdf5_file.hpp"

namespace cchnn {

// Numbers are read and written in pieces of this size.
inline constexpr std::uint64_t npy_piece_bytes = 4 << 20;

// "<f8", "<i8", "|u1". Throws std::invalid_argument for texts.
std::string npy_type(Element element);
std::string npy_header_text(const std::string& type, const Shape& shape);

// UTF-8 -> '<U', all as long as the longest.
struct NpyTexts {
    std::string type;  // "<U12"
    std::vector<char> bytes;
    std::size_t bytes_each;
};
NpyTexts npy_texts(const std::vector<std::string>& texts);

}  // namespace cchnn
