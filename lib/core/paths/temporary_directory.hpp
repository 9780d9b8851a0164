#pragma once
// A directory in TMPDIR that is gone at the end of its scope, with everything in it.

#include <filesystem>
#include <string>

namespace cchnn {

// Where temporary files go: TMPDIR, or /tmp. Throws IoError where that is no directory.
std::filesystem::path place_of_temporary_files();

class TemporaryDirectory {
  public:
    // Named cchnn-PURPOSE-XXXXXX. Throws IoError, which says that TMPDIR names another place.
    explicit TemporaryDirectory(const std::string& purpose);
    ~TemporaryDirectory();
    TemporaryDirectory(const TemporaryDirectory&) = delete;
    TemporaryDirectory& operator=(const TemporaryDirectory&) = delete;
    const std::filesystem::path& path() const { return path_; }

  private:
    std::filesystem::path path_;
};

}  // namespace cchnn
