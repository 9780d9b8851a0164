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

// A process that has ended still has its number until its own parent has waited for it.
inline bool has_ended(pid_t process) {
    // glibc 2.36 declares no pidfd_open that C++ can link.
    const int descriptor = static_cast<int>(syscall(SYS_pidfd_open, process, 0));
    if (descriptor < 0) return errno == ESRCH;
    pollfd ended{descriptor, POLLIN, 0};
    const bool gone = poll(&ended, 1, 0) == 1;
    close(descriptor);
    return gone;
}

// To be called before everything else. Programs that this one starts do not inherit the variable.
inline void end_with_parent() {
    const char* text = std::getenv("CCHNN_PARENT");
    pid_t parent = 0;
    if (!text || std::from_chars(text, text + std::strlen(text), parent).ec != std::errc() || parent <= 0) return;
    prctl(PR_SET_PDEATHSIG, SIGTERM);
    unsetenv("CCHNN_PARENT");
    // The process may have ended before this line. If it has not, and is not the parent, a script is in between.
    if (getppid() != parent && has_ended(parent)) raise(SIGTERM);
}

}  // namespace cchnn
