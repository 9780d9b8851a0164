#pragma once
// Takes from this process what reading one file does not need. schemas/security.md says what is left and why.

#include <sys/types.h>

#include <cstdint>

namespace cchnn {

// Where a reader process finds what it was given; the program itself is needed no more once it runs.
inline constexpr int socket_descriptor = 0, file_descriptor = 3, blocks_descriptor = 4, program_descriptor = 5;

struct Jail {
    bool is_filtered = false;         // the kernel took the list of system calls
    bool is_limited = false;          // the kernel took every limit
    bool is_sanitized = false;        // sanitizers, which need other calls and memory, look in place of some of both
    bool is_short_of_memory = false;  // an older limit grants less memory than was asked for
};

// From here on this process ends when the process `parent`, which must have started it from its main thread, does: the
// kernel takes the thread for the parent. 0: whoever started it is a thread that may end earlier.
void end_with(pid_t parent);

// Limits of memory (bytes beyond what is taken now), processor time, processes, files; then the list of system calls.
// There is no way out.
Jail enter_jail(std::uint64_t memory, std::uint64_t seconds);

}  // namespace cchnn
