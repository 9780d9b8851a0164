#pragma once
// Recognises by its first bytes a file that is not HDF5: users submit the formats that their tools save.

#include <filesystem>
#include <string>

namespace cchnn {

// A text to append to a message, ", but one NumPy array (.npy); ...": what the file is and what to do. "" if
// the bytes are not recognised or the file cannot be read.
std::string what_it_is(const std::filesystem::path& path);

}  // namespace cchnn
