#pragma once
// Takes from this process what reading one file does not need. schemas/security.md says what is left and why.

#include <cstdint>

namespace cchnn {

// Where a reader process finds what it was given.
inline constexpr int socket_descriptor = 0, file_descriptor = 3, blocks_descriptor = 4;

struct Jail {
    bool is_filtered = false;         // the kernel took the list of system calls
    bool is_short_of_memory = false;  // an older limit grants less memory than was asked for
};

// Limits of memory (bytes beyond what is taken now), processor time, processes, files; then the list of system calls.
// There is no way out.
Jail enter_jail(std::uint64_t memory, std::uint64_t seconds);

}  // namespace cchnn
