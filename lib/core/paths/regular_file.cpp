#include "core/paths/regular_file.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

#include "core/errors.hpp"
#include "core/paths/nearest_file.hpp"
#include "core/system_reason.hpp"

namespace cchnn {
namespace {

IoError unread(const std::filesystem::path& path) {
    const std::string why = system_reason(errno);
    return IoError(path.string(), "cannot be read: " + why + file_suggestion(path));
}

}  // namespace

void require_regular(const std::filesystem::path& path, const struct stat& status, const std::string& expected) {
    if (S_ISDIR(status.st_mode)) throw IoError(path.string(), "is a directory, expected " + expected);
    if (!S_ISREG(status.st_mode)) throw IoError(path.string(), "is a device or a pipe, expected " + expected);
}

RegularFile::RegularFile(const std::filesystem::path& path, const std::string& expected) : path_(path) {
    struct stat status;
    // Before it is opened too: opening alone makes some devices act. A socket cannot be opened at all.
    if (stat(path.c_str(), &status) != 0) throw unread(path);
    require_regular(path, status, expected);
    const int descriptor = open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    if (descriptor < 0) throw unread(path);
    file_.reset(fdopen(descriptor, "rb"));
    if (!file_) {
        const IoError failed = unread(path);
        close(descriptor);
        throw failed;
    }
    if (fstat(descriptor, &status) != 0) throw unread(path);
    require_regular(path, status, expected);
}

std::size_t RegularFile::read(char* data, std::size_t size) {
    const std::size_t count = std::fread(data, 1, size, file_.get());
    if (count < size && std::ferror(file_.get())) throw unread(path_);
    return count;
}

}  // namespace cchnn
