#pragma once
// What a command reads it does not write: files are compared by device and inode, so that links and other spellings of
// a name count.

#include <filesystem>
#include <vector>

namespace cchnn {

// False when one of them does not exist.
bool same_file(const std::filesystem::path& a, const std::filesystem::path& b);

// Absolute, without links and dots as far as it exists: one name for one place, also of a file that is still to come.
std::filesystem::path place_of(const std::filesystem::path& path);

// Throws UsageError, naming the input, when `output` is one of `inputs`. Empty names are none.
void refuse_inputs(const std::filesystem::path& output, const std::vector<std::filesystem::path>& inputs);

}  // namespace cchnn
