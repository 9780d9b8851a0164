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

}  // namespace cchnn
