#pragma once
// What a file is that is no HDF5, by its first bytes: users hand in the formats that their tools save.

#include <filesystem>
#include <string>

namespace cchnn {

// ", but one NumPy array (.npy); ...", to append to a message: what the file at `path` is and what to do. "" for bytes
// that tell nothing, and for a file that cannot be read.
std::string what_it_is(const std::filesystem::path& path);

}  // namespace cchnn
