#include "core/paths/temporary_directory.hpp"

#include <stdlib.h>

#include <cerrno>
#include <cstring>
#include <system_error>

#include "core/errors.hpp"
#include "core/system_reason.hpp"

namespace cchnn {

namespace fs = std::filesystem;

fs::path place_of_temporary_files() {
    std::error_code error;
    const fs::path place = fs::temp_directory_path(error);
    if (!error) return place;
    const char* const named = ::getenv("TMPDIR");
    throw IoError(named ? named : "/tmp",
                  "is not a directory, and temporary files belong there; set TMPDIR to another directory");
}

TemporaryDirectory::TemporaryDirectory(const std::string& purpose) {
    std::string pattern = (place_of_temporary_files() / ("cchnn-" + purpose + "-XXXXXX")).string();
    if (!::mkdtemp(pattern.data()))
        throw IoError(pattern, "cannot be created: " + system_reason(errno) + "; set TMPDIR to another directory");
    path_ = pattern;
}

TemporaryDirectory::~TemporaryDirectory() {
    std::error_code ignored;
    fs::remove_all(path_, ignored);
}

}  // namespace cchnn
