#pragma once
// The file that a user most likely meant by the name of one that is not there.

#include <filesystem>
#include <string>

namespace cchnn {

// ", did you mean 'test.h5'?" of what lies in the same directory, ready to append to a message; "" without any that is
// near, or where `path` is there.
std::string file_suggestion(const std::filesystem::path& path);

}  // namespace cchnn
