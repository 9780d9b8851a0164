#pragma once
// Names are not paths: what a file of a stranger names lies in its directory or below, or is rejected.

#include <filesystem>
#include <string>

namespace cchnn {

// The path of what `name`, from a file's content, means in `directory`. Throws IoError for an absolute name, one with
// "..", and one that a symbolic link leads out of the directory. Callers make of it an error of the file that names it,
// with its place there: exit code 3 in every command.
std::filesystem::path contained_path(const std::filesystem::path& directory, const std::string& name);

}  // namespace cchnn
