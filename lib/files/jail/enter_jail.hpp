#pragma once
// Takes from this process everything that reading one file does not need: limits of resources (setrlimit), then
// a list of allowed system calls (seccomp). schemas/security.md says what is left and why.

#include <sys/types.h>

#include <algorithm>
#include <cstdint>

namespace cchnn {

// The numbers of the descriptors that a reader process is started with. The program itself is no longer needed
// once it runs.
inline constexpr int socket_descriptor = 0, file_descriptor = 3, program_descriptor = 4;

// What the kernel has granted. cchnn-read reports it to its parent, and the parent to the user
// (jail_state.hpp).
struct Jail {
    bool is_filtered = false;         // the kernel took the list of system calls
    bool is_limited = false;          // the kernel took every limit
    bool is_sanitized = false;        // built with sanitizers, which need more calls and memory: fewer limits are set
    bool is_short_of_memory = false;  // an older limit grants less memory than was asked for
};

// The memory that a reader may take [bytes]. An honest array needs three times its chunk while it is inflated, unshuffled
// and converted.
constexpr std::uint64_t memory_of_reader(std::uint64_t file_bytes) {
    constexpr std::uint64_t least = 384 << 20, most = 1024 << 20;
    return least + std::min(most - least, 8 * std::min(file_bytes, most));
}

// Processor time that ends a reader whose parent no longer checks it [s].
constexpr std::uint64_t time_of_reader(std::uint64_t file_bytes) { return 10 + file_bytes / 1'000'000; }

// From here on this process ends when its parent does. `parent` must have started it from its main thread,
// since the kernel takes that thread for the parent; 0 if another thread did, which may end earlier.
void end_with(pid_t parent);

// Sets limits of memory (bytes beyond what is mapped now), processor time [s], processes and files, then the
// list of system calls. Nothing can undo this.
Jail enter_jail(std::uint64_t memory, std::uint64_t seconds);

}  // namespace cchnn
