#pragma once
// Names are not paths: what a file of a stranger names lies in a directory below, or is refused.

#include <filesystem>
#include <string>

namespace cchnn {

// The path of what `name`, from a file's content, means in `directory`. Throws IoError for an absolute name, one with
// "..", and one that a symbolic link leads out of the directory.
std::filesystem::path contained_path(const std::filesystem::path& directory, const std::string& name);

}  // namespace cchnn
