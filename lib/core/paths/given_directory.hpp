#pragma once
// A directory that the user names.

#include <filesystem>

namespace cchnn {

// Throws IoError where it is none: it does not exist, or it is a file (and which directory that is in).
void require_directory(const std::filesystem::path& given);

}  // namespace cchnn
