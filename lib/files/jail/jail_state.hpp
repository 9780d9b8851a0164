#pragma once
// Whether readers are held as schemas/security.md says. The kernel, or the container, may refuse.

#include <string>

namespace cchnn {

// What the kernel refused any reader that this process has started: "the system call filter (seccomp)", "limits
// (setrlimit)", or both; "" where it refused nothing.
std::string refused_by_kernel();

// The same as a sentence for outputs; "" where nothing was refused.
std::string open_jail_warning();

// Starts a reader of nothing to find out. Throws IoError where something is refused, or no reader can be started.
void require_jail();

}  // namespace cchnn
