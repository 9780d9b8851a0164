#pragma once
// A directory in TMPDIR that is removed at the end of its scope, with everything in it.

#include <filesystem>
#include <string>

namespace cchnn {

// The directory of temporary files: TMPDIR, or /tmp. Throws IoError if it is no directory.
std::filesystem::path place_of_temporary_files();

class TemporaryDirectory {
  public:
    // Named cchnn-PURPOSE-XXXXXX. Throws IoError, whose message mentions TMPDIR.
    explicit TemporaryDirectory(const std::string& purpose);
    ~TemporaryDirectory();
    TemporaryDirectory(const TemporaryDirectory&) = delete;
    TemporaryDirectory& operator=(const TemporaryDirectory&) = delete;
    const std::filesystem::path& path() const { return path_; }

  private:
    std::filesystem::path path_;
};

}  // namespace cchnn
