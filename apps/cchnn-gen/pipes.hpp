#pragma once
// Standard input and output as pipes of bytes. A signal ends a wait by Stopped.

#include <poll.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdint>
#include <string>
#include <vector>

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

// Standard input. What a pipe holds is taken at once, so that a small frame costs one read. A number that is none of a frame
// costs nothing: what is announced takes memory as it comes.
class StandardInput {
  public:
    // So many bytes, or fewer at the end of the input.
    std::string operator()(std::uint64_t size) {
        std::string bytes;
        while (bytes.size() < size && (at_ < end_ || refill())) {
            const std::size_t now = std::min<std::uint64_t>(size - bytes.size(), end_ - at_);
            bytes.append(buffer_.data() + at_, now);
            at_ += now;
        }
        return bytes;
    }

  private:
    // False at the end of the input. Signals do not end read(), but poll(), which also looks for them each second.
    bool refill() {
        while (true) {
            pollfd input{STDIN_FILENO, POLLIN, 0};
            const int ready = ::poll(&input, 1, 1000);
            throw_if_stopped();
            if (ready <= 0) continue;
            const ssize_t now = ::read(STDIN_FILENO, buffer_.data(), buffer_.size());
            if (now < 0 && errno == EINTR) continue;
            if (now < 0) throw IoError("standard input", "cannot be read: " + system_reason(errno));
            at_ = 0;
            end_ = static_cast<std::size_t>(now);
            return now > 0;
        }
    }

    std::vector<char> buffer_ = std::vector<char>(1 << 20);
    std::size_t at_ = 0, end_ = 0;
};

}  // namespace cchnn
