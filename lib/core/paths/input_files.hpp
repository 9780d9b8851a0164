#pragma once
// Keeps commands from overwriting their inputs. Files are compared by device and inode, so that links and other
// spellings of a name are recognised.

#include <filesystem>
#include <vector>

namespace cchnn {

// False if one of them does not exist.
bool same_file(const std::filesystem::path& a, const std::filesystem::path& b);

// An absolute path without links and dots as far as it exists: equal for equal places, also of a file yet to be made.
std::filesystem::path place_of(const std::filesystem::path& path);

// Throws UsageError, naming the input, when `output` is one of `inputs`. Empty names are ignored.
void refuse_inputs(const std::filesystem::path& output, const std::vector<std::filesystem::path>& inputs);

}  // namespace cchnn
