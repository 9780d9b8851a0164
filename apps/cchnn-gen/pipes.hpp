#pragma once
// Standard input and output as pipes of bytes. A signal ends a wait by Stopped.

#include <poll.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdint>
#include <string>

#include "core/errors.hpp"
#include "core/stop.hpp"
#include "core/system_reason.hpp"

namespace cchnn {

// False once the reader has closed the pipe.
inline bool write_all(const std::string& bytes) {
    for (std::size_t written = 0; written < bytes.size();) {
        throw_if_stopped();
        const ssize_t now = ::write(STDOUT_FILENO, bytes.data() + written, bytes.size() - written);
        if (now >= 0) written += static_cast<std::size_t>(now);
        else if (errno == EPIPE) return false;
        else if (errno != EINTR) throw IoError("standard output", "cannot be written: " + system_reason(errno));
    }
    return true;
}

// So many bytes, or fewer at the end of the input. What is announced takes memory as it comes: a number that is none of a
// frame costs nothing. Signals do not end read(), but poll(), which also looks for them each second.
inline std::string read_up_to(std::uint64_t size) {
    constexpr std::uint64_t piece = 1 << 20;
    std::string bytes;
    while (bytes.size() < size) {
        pollfd input{STDIN_FILENO, POLLIN, 0};
        const int ready = ::poll(&input, 1, 1000);
        throw_if_stopped();
        if (ready <= 0) continue;
        const std::size_t before = bytes.size();
        bytes.resize(before + std::min(piece, size - before));
        const ssize_t now = ::read(STDIN_FILENO, bytes.data() + before, bytes.size() - before);
        if (now < 0 && errno != EINTR) throw IoError("standard input", "cannot be read: " + system_reason(errno));
        bytes.resize(before + static_cast<std::size_t>(std::max<ssize_t>(now, 0)));
        if (now == 0) break;
    }
    return bytes;
}

}  // namespace cchnn
