#include "core/temporary_directory.hpp"

#include <stdlib.h>

#include <cerrno>
#include <cstring>
#include <system_error>

#include "core/errors.hpp"

namespace cchnn {

namespace fs = std::filesystem;

TemporaryDirectory::TemporaryDirectory(const std::string& purpose) {
    std::string pattern = (fs::temp_directory_path() / ("cchnn-" + purpose + "-XXXXXX")).string();
    if (!::mkdtemp(pattern.data()))
        throw IoError(pattern,
                      std::string("cannot be created: ") + std::strerror(errno) + "; TMPDIR names another place");
    path_ = pattern;
}

TemporaryDirectory::~TemporaryDirectory() {
    std::error_code ignored;
    fs::remove_all(path_, ignored);
}

}  // namespace cchnn
