#pragma once
// The files of datasets that a command reads, so that its report does not replace one.

#include <filesystem>
#include <vector>

namespace cchnn {

// All entries of the directories themselves.
inline std::vector<std::filesystem::path> files_in(const std::vector<std::filesystem::path>& directories) {
    std::vector<std::filesystem::path> files;
    for (const std::filesystem::path& directory : directories)
        for (const std::filesystem::directory_entry& entry : std::filesystem::directory_iterator(directory))
            files.push_back(entry.path());
    return files;
}

}  // namespace cchnn
