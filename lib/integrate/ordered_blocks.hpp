#pragma once
// Runs blocks of work on threads and passes the results on in order. Only a few finished blocks wait for their turn, so
// memory does not grow with the number of blocks. stories/evaluate makes rollouts with it; stories/generate uses its
// sizes of blocks.

#include <cstdint>
#include <functional>

#include "integrate/drawn_batch.hpp"

namespace cchnn {

// Calls make(b) for b = 0 .. count-1 on `threads` threads and consume(result) for each in order on the calling thread.
// The first exception (lowest block first) stops everything and is thrown again here.
void ordered_blocks(std::uint64_t count, int threads, const std::function<DrawnBatch(std::uint64_t)>& make,
                    const std::function<void(DrawnBatch&&)>& consume);

// Trajectories in a block: at least 8, so that lanes are busy; otherwise at most 512, few enough to share among
// `threads`, and with states of at most 16 MiB.
std::uint64_t block_size(std::uint64_t trajectories, int threads, int samples, int state_size);

// Throws UsageError if the states of a block exceed the memory of the machine. `flag` names the option that asked for
// so many samples.
void require_memory_for_block(const std::string& flag, std::uint64_t trajectories, int threads, int samples,
                              int state_size);

}  // namespace cchnn
