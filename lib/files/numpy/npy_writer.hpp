#pragma once
// Writes one array to one NumPy .npy file (npy_header.hpp), for numpy.load(..., mmap_mode="r"). Written under a
// temporary name and renamed. Memory does not grow with the array. Throws IoError.

#include <filesystem>
#include <string>
#include <vector>

#include "files/numpy/npz_writer.hpp"

namespace cchnn {

void write_npy_array(const std::filesystem::path& path, Element element, const Shape& shape, const ReadRows& rows,
                     bool overwrite);
// Converts UTF-8 texts to NumPy's '<U'.
void write_npy_texts(const std::filesystem::path& path, const Shape& shape, const std::vector<std::string>& texts,
                     bool overwrite);

}  // namespace cchnn
