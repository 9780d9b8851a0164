#pragma once
// Whether reader processes are confined as schemas/security.md says. The kernel or the container may not allow it.

#include <string>

namespace cchnn {

// What the kernel has denied to any reader that this process has started: "the system call filter (seccomp)",
// "limits (setrlimit)", or both; "" if it has denied nothing.
std::string refused_by_kernel();

// The same as a sentence for the user; "" if the kernel granted everything.
std::string open_jail_warning();

// Starts a reader without a file to find out. Throws IoError if the kernel denies something, or if no reader can be
// started.
void require_jail();

// How long a reader process is waited for. One that a hostile file has taken over could otherwise answer a
// little at a time for ever.
//
//   (1)  most waiting for a file = patience + (bytes of the file and of its contents that are asked for) / 4 MB/s   [s]

inline constexpr double usual_patience = 30;  // s: a disk that starts, a network that stalls, a machine that is busy

double patience();
void set_patience(double seconds);  // of readers from here on

}  // namespace cchnn
