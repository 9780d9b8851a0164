#pragma once
// A file descriptor of the operating system that is closed at the end of its scope. Functions throw IoError
// with the file and the reason of the system.

#include <cstddef>
#include <filesystem>
#include <string>
#include <utility>

namespace cchnn {

class Descriptor {
  public:
    explicit Descriptor(int fd = -1) : fd_(fd) {}
    Descriptor(Descriptor&& other) noexcept;
    Descriptor& operator=(Descriptor&& other) noexcept;
    ~Descriptor();
    operator int() const { return fd_; }
    // Gives up ownership; the caller closes the descriptor.
    int release() { return std::exchange(fd_, -1); }

  private:
    int fd_;
};

// Throws IoError: "path: action: No space left on device".
[[noreturn]] void fail_with_errno(const std::filesystem::path& path, const std::string& action);

// Writes all bytes, repeating write() if the system writes fewer than asked or is interrupted.
void write_all(int fd, const void* data, std::size_t size, const std::filesystem::path& path);

// Returns when everything written to a file or directory is on the disk.
void sync_path(const std::filesystem::path& path);

}  // namespace cchnn
