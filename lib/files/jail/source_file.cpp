#include "files/jail/source_file.hpp"

#include <fcntl.h>
#include <sys/stat.h>

#include <cerrno>

#include "core/errors.hpp"
#include "core/paths/nearest_file.hpp"
#include "core/system_reason.hpp"

namespace cchnn {

SourceFile open_source_file(const std::filesystem::path& path) {
    struct stat status {};
    if (::stat(path.c_str(), &status) != 0) {
        const std::string why = system_reason(errno);
        throw IoError(path.string(), "cannot be opened: " + why + file_suggestion(path));
    }
    if (!S_ISREG(status.st_mode)) throw IoError(path.string(), "is not a regular file");
    SourceFile file{path, Descriptor(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)), 0};
    if (file.descriptor < 0 || ::fstat(file.descriptor, &status) != 0) fail_with_errno(path, "cannot be opened");
    if (!S_ISREG(status.st_mode)) throw IoError(path.string(), "is not a regular file");
    file.bytes = static_cast<std::uint64_t>(status.st_size);
    return file;
}

}  // namespace cchnn
