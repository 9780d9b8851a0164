#include "files/descriptor.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

#include "core/errors.hpp"
#include "core/system_reason.hpp"

namespace cchnn {

Descriptor::Descriptor(Descriptor&& other) noexcept : fd_(std::exchange(other.fd_, -1)) {}
Descriptor& Descriptor::operator=(Descriptor&& other) noexcept {
    std::swap(fd_, other.fd_);
    return *this;
}
Descriptor::~Descriptor() {
    if (fd_ >= 0) ::close(fd_);
}

void fail_with_errno(const std::filesystem::path& path, const std::string& action) {
    throw IoError(path.string(), action + ": " + system_reason(errno));
}

void write_all(int fd, const void* data, std::size_t size, const std::filesystem::path& path) {
    const char* bytes = static_cast<const char*>(data);
    for (std::size_t done = 0; done < size;) {
        const ssize_t n = ::write(fd, bytes + done, size - done);
        if (n < 0 && errno == EINTR) continue;
        if (n < 0) fail_with_errno(path, "cannot be written");
        done += n;
    }
}

void sync_path(const std::filesystem::path& path) {
    const Descriptor fd(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
    if (fd < 0) fail_with_errno(path, "cannot be opened to be synced");
    // Some file systems cannot sync a directory and say EINVAL; the file itself is synced by then.
    if (::fsync(fd) != 0 && !(errno == EINVAL && std::filesystem::is_directory(path)))
        fail_with_errno(path, "cannot be synced");
}

}  // namespace cchnn
