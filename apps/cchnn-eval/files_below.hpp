#pragma once
// What lies in a directory of inputs, so that no report replaces one of them.

#include <filesystem>
#include <vector>

namespace cchnn {

// Everything down to `depth` directories below it; what cannot be listed is left out, and told by who reads it.
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
