#pragma once
// For programs that start this one and may be ended without a chance to end it, as Python by SIGTERM or SIGKILL: they
// put the number of their process into CCHNN_PARENT, and this one then gets SIGTERM when they end.

#include <poll.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>
#include <charconv>
#include <cstdlib>
#include <cstring>

namespace cchnn {

// One that has ended is still there until its own parent has looked, so its number alone tells nothing.
inline bool has_ended(pid_t process) {
    // glibc 2.36 declares no pidfd_open that C++ can link.
    const int descriptor = static_cast<int>(syscall(SYS_pidfd_open, process, 0));
    if (descriptor < 0) return errno == ESRCH;
    pollfd ended{descriptor, POLLIN, 0};
    const bool gone = poll(&ended, 1, 0) == 1;
    close(descriptor);
    return gone;
}

// To be called first of all. Whoever this program starts looks after itself.
inline void end_with_parent() {
    const char* text = std::getenv("CCHNN_PARENT");
    pid_t parent = 0;
    if (!text || std::from_chars(text, text + std::strlen(text), parent).ec != std::errc() || parent <= 0) return;
    prctl(PR_SET_PDEATHSIG, SIGTERM);
    unsetenv("CCHNN_PARENT");
    // It may have ended before this line. Another parent, where it has not, is a script in between.
    if (getppid() != parent && has_ended(parent)) raise(SIGTERM);
}

}  // namespace cchnn
