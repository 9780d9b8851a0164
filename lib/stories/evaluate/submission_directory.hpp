#pragma once
// Directories of submissions, as compare and suites are given them.

#include <filesystem>
#include <string>
#include <vector>

namespace cchnn {

// Names of what lies in a directory, directories or all else, sorted. Throws IoError.
std::vector<std::string> names_in(const std::filesystem::path& directory, bool directories);

// By the end of its name: .h5, .hdf5 or .npz.
bool is_submission(const std::string& name);

}  // namespace cchnn
