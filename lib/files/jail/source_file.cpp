#include "files/jail/source_file.hpp"

#include <fcntl.h>
#include <sys/stat.h>

#include <cerrno>

#include "core/errors.hpp"
#include "core/paths/nearest_file.hpp"
#include "core/paths/regular_file.hpp"
#include "core/system_reason.hpp"

namespace cchnn {
namespace {

// What was expected, with an example if the path is a dataset's directory, which is easily taken for its test
// set.
std::string expected_there(const std::filesystem::path& path) {
    std::error_code ignored;
    const std::filesystem::path test = path / "test.h5";
    const std::string example = std::filesystem::exists(test, ignored) ? ", such as " + test.string() : "";
    return "an HDF5 file or an .npz archive" + example;
}

}  // namespace

SourceFile open_source_file(const std::filesystem::path& path) {
    struct stat status {};
    if (::stat(path.c_str(), &status) != 0) {
        const std::string why = system_reason(errno);
        throw IoError(path.string(), "cannot be read: " + why + file_suggestion(path));
    }
    require_regular(path, status, expected_there(path));
    SourceFile file{path, Descriptor(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)), 0};
    if (file.descriptor < 0 || ::fstat(file.descriptor, &status) != 0) fail_with_errno(path, "cannot be read");
    require_regular(path, status, expected_there(path));
    file.bytes = status.st_size;
    return file;
}

}  // namespace cchnn
