#pragma once
// The parts of a NumPy .npy file as bytes (npy_header.hpp): its header, and texts as UTF-32. Numbers begin at a
// multiple of 64 bytes, so that numpy.load(..., mmap_mode="r") can map them.

#include <cstdint>
#include <string>
#include <vector>

#include "files/hdf5_file.hpp"

namespace cchnn {

// Numbers are read and written in blocks of this size.
inline constexpr std::uint64_t npy_piece_bytes = 4 << 20;

// The type of an element in NumPy's notation: "<f8", "<i8", "|u1". Throws std::invalid_argument for texts.
std::string npy_type(Element element);
std::string npy_header_text(const std::string& type, const Shape& shape);

// Texts in NumPy's type '<U': UTF-32, all padded to the length of the longest.
struct NpyTexts {
    std::string type;  // "<U12"
    std::vector<char> bytes;
    std::size_t bytes_each;
};
NpyTexts npy_texts(const std::vector<std::string>& texts);

}  // namespace cchnn
