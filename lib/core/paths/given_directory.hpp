#pragma once
// A directory that the user names, to read from or to write to.

#include <filesystem>

namespace cchnn {

// Throws IoError where it is none: it does not exist, or it is a file (and which directory that is in).
void require_directory(const std::filesystem::path& given);

// Makes the directory and those above it. Throws IoError about `named`, the path that the user gave for it, and names
// the file that is in the way.
void make_directories(const std::filesystem::path& directory, const std::filesystem::path& named);
inline void make_directories(const std::filesystem::path& directory) { make_directories(directory, directory); }

}  // namespace cchnn
