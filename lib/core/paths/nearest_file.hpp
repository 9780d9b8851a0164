#pragma once
// The existing file that a user most likely meant by the name of a missing one.

#include <filesystem>
#include <string>

namespace cchnn {

// ", did you mean 'test.h5'?" with the nearest name in the same directory, ready to append to a message; "" if no name
// is near, or if `path` exists.
std::string file_suggestion(const std::filesystem::path& path);

}  // namespace cchnn
