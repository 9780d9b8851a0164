#pragma once
// Names in untrusted files: a file that one of them names must lie in the directory of that file or below.

#include <filesystem>
#include <string>

namespace cchnn {

// The path of `name`, which a file in `directory` contains. Throws IoError for an absolute name, one with ".." or a NUL
// byte, one that a symbolic link leads out of the directory, and one that cannot be resolved. Callers turn it into an
// error at the place of the name, with exit code 3.
std::filesystem::path contained_path(const std::filesystem::path& directory, const std::string& name);

}  // namespace cchnn
