#pragma once
// A file of the operating system, closed at the end of a scope. Throws IoError with the file and the system's reason.

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
    // From here on somebody else closes it.
    int release() { return std::exchange(fd_, -1); }

  private:
    int fd_;
};

// Throws IoError: "path: action: No space left on device".
[[noreturn]] void fail_with_errno(const std::filesystem::path& path, const std::string& action);

// All of it, however often the system writes less than asked.
void write_all(int fd, const void* data, std::size_t size, const std::filesystem::path& path);

// What was written to a file or directory is on the disk afterwards.
void sync_path(const std::filesystem::path& path);

}  // namespace cchnn
