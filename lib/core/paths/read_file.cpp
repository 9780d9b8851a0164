#include "core/paths/read_file.hpp"

#include <fcntl.h>
#include <poll.h>
#include <unistd.h>

#include <cerrno>
#include <map>
#include <memory>
#include <mutex>

#include "core/errors.hpp"
#include "core/paths/regular_file.hpp"
#include "core/stop.hpp"
#include "core/system_reason.hpp"

namespace cchnn {
namespace {

// read(data, size) gives the bytes that it read, 0 at the end.
template <class Read>
std::string all_of(const std::filesystem::path& path, const std::string& expected, std::uint64_t most_bytes,
                   const Read& read) {
    std::string text, piece(1 << 16, '\0');
    while (const std::size_t count = read(piece.data(), piece.size())) {
        text.append(piece, 0, count);
        if (text.size() > most_bytes)
            throw IoError(path.string(),
                          "holds more than " + std::to_string(most_bytes >> 20) + " MiB, the limit for " + expected);
    }
    return text;
}

// Waits for a pipe that nobody has written to yet, so that a signal ends the wait.
std::size_t read_when_there(const std::filesystem::path& path, int descriptor, char* data, std::size_t size) {
    while (true) {
        for (pollfd waiting{descriptor, POLLIN, 0}; ::poll(&waiting, 1, 100) <= 0;) throw_if_stopped();
        const ssize_t count = ::read(descriptor, data, size);
        if (count >= 0) return static_cast<std::size_t>(count);
        if (errno != EAGAIN && errno != EINTR) throw IoError(path.string(), "cannot be read: " + system_reason(errno));
    }
}

}  // namespace

std::string read_file(const std::filesystem::path& path, const std::string& expected, std::uint64_t most_bytes) {
    RegularFile file(path, expected);
    return all_of(path, expected, most_bytes, [&](char* data, std::size_t size) { return file.read(data, size); });
}

std::string read_named_file(const std::filesystem::path& path, const std::string& expected, std::uint64_t most_bytes) {
    std::error_code ignored;
    const auto status = std::filesystem::status(path, ignored);
    if (!std::filesystem::exists(status) || std::filesystem::is_regular_file(status) ||
        std::filesystem::is_directory(status))
        return read_file(path, expected, most_bytes);
    // What came out of a pipe is kept, as nothing comes out a second time.
    static std::mutex guard;
    static std::map<std::filesystem::path, std::string> read_before;
    const std::lock_guard lock(guard);
    if (const auto found = read_before.find(path); found != read_before.end()) return found->second;
    const int descriptor = ::open(path.c_str(), O_RDONLY | O_NONBLOCK | O_CLOEXEC);
    if (descriptor < 0) throw IoError(path.string(), "cannot be read: " + system_reason(errno));
    const std::unique_ptr<const int, void (*)(const int*)> closing(&descriptor, [](const int* fd) { ::close(*fd); });
    return read_before[path] = all_of(path, expected, most_bytes, [&](char* data, std::size_t size) {
               return read_when_there(path, descriptor, data, size);
           });
}

}  // namespace cchnn
