#pragma once
// Blocks of work done by threads, results handed on in order; at most a few finished blocks wait for their turn, so
// memory does not grow with the number of blocks.

#include <cstdint>
#include <functional>

#include "integrate/drawn_batch.hpp"

namespace cchnn {

// Calls make(b) for b = 0 .. count-1 on `threads` threads and consume(result) for each in order on the calling thread.
// The first exception (lowest block first) stops everything and is thrown again here.
void ordered_blocks(std::uint64_t count, int threads, const std::function<DrawnBatch(std::uint64_t)>& make,
                    const std::function<void(DrawnBatch&&)>& consume);

// Trajectories per block: enough to keep lanes busy to the end, few enough for `threads` to share and for memory.
std::uint64_t block_size(std::uint64_t trajectories, int threads, int samples, int state_size);

// Throws UsageError when the states of a block are more than the machine has memory for: it would take what others need
// before it failed. `flag` is what asked for so many samples: "--steps".
void require_memory_for_block(const char* flag, std::uint64_t trajectories, int threads, int samples, int state_size);

}  // namespace cchnn
