#pragma once
// A directory that the user names, to read from or to write to.

#include <filesystem>
#include <vector>

namespace cchnn {

// Throws IoError where it is none: it does not exist, or it is a file (and which directory that is in).
void require_directory(const std::filesystem::path& given);

// Makes the directory and those above it. Throws IoError about `named`, the path that the user gave for it, and names
// the file that is in the way.
void make_directories(const std::filesystem::path& directory, const std::filesystem::path& named);
inline void make_directories(const std::filesystem::path& directory) { make_directories(directory, directory); }

// Removes at the end of its scope what has come to be of a directory and those above it, as far as they are empty.
class RemovedIfEmpty {
  public:
    explicit RemovedIfEmpty(std::filesystem::path directory);
    ~RemovedIfEmpty();
    RemovedIfEmpty(const RemovedIfEmpty&) = delete;
    RemovedIfEmpty& operator=(const RemovedIfEmpty&) = delete;

  private:
    std::vector<std::filesystem::path> missing_;  // when it was made, from the innermost on
};

}  // namespace cchnn
