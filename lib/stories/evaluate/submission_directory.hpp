#pragma once
// Directories of submissions, as compare and suites are given them.

#include <filesystem>
#include <string>
#include <vector>

namespace cchnn {

// The names of the directories in a directory, or of everything else in it, sorted so that the order does not
// depend on the file system. compare() and evaluate_suite() look for submissions with it. Throws IoError.
std::vector<std::string> names_in(const std::filesystem::path& directory, bool directories);

// Whether a name ends as those of submissions do: .h5, .hdf5 or .npz.
bool is_submission(const std::string& name);

}  // namespace cchnn
