#pragma once
// Recognises a file by its first bytes: users submit the formats that their tools save.

#include <cstdint>
#include <filesystem>
#include <string>

namespace cchnn {

// Whether an open file is HDF5. It may begin with something else: HDF5's own part starts at 0, 512, 1024, 2048, ... bytes.
bool is_hdf5(int descriptor, std::uint64_t file_bytes);

// A text to append to a message, ", but one NumPy array (.npy); ...": what the file is and what to do. "" if
// the bytes are not recognised or the file cannot be read.
std::string what_it_is(const std::filesystem::path& path);

}  // namespace cchnn
