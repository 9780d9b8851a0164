#pragma once
// The files in a directory of inputs, so that no report replaces one of them.

#include <filesystem>
#include <vector>

namespace cchnn {

// All entries down to `depth` directories below it. What cannot be listed is left out: the function that reads it
// reports the problem.
inline std::vector<std::filesystem::path> files_below(const std::filesystem::path& directory, int depth) {
    std::vector<std::filesystem::path> files;
    std::error_code failure;
    for (std::filesystem::recursive_directory_iterator at(directory, failure), end; !failure && at != end;
         at.increment(failure)) {
        if (at.depth() >= depth) at.disable_recursion_pending();
        files.push_back(at->path());
    }
    return files;
}

}  // namespace cchnn
