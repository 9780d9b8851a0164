#pragma once
// A file's trajectories in blocks of bounded memory.

#include <algorithm>
#include <cstdint>
#include <vector>

#include "dataset/reader/trajectory_file.hpp"

namespace cchnn {

// Trajectories first .. first + count - 1 of a file.
struct TrajectoryBlock {
    std::uint64_t first = 0, count = 0;
    std::vector<double> x, v;  // (count, T, n, d)
};

// Trajectories whose x fills about 1 MiB, which stay in the processor's caches; of long ones 64, so that threads share
// them, up to 16 MiB. At least one. Whole chunks where they fit, so that none is read twice.
inline std::uint64_t trajectories_per_block(const TrajectoryFileInfo& info) {
    constexpr std::uint64_t few = 1 << 17, most = 1 << 21, shared = 64;  // doubles, and trajectories
    const std::uint64_t doubles = static_cast<std::uint64_t>(info.samples) * static_cast<std::uint64_t>(info.nodes) *
                                  static_cast<std::uint64_t>(info.dimension);
    const std::uint64_t each = std::max<std::uint64_t>(1, doubles);
    const std::uint64_t fitting = std::max<std::uint64_t>(1, std::min(std::max(few / each, shared), most / each));
    return fitting - (fitting > info.stored_together ? fitting % info.stored_together : 0);
}

// Reads a file block by block, in order, into the same memory, and calls body(const TrajectoryBlock&) for each.
template <class Body>
void for_each_trajectory_block(const TrajectoryFile& file, std::uint64_t per_block, const Body& body) {
    TrajectoryBlock block;
    for (block.first = 0; block.first < file.info().count; block.first += block.count) {
        block.count = std::min(per_block, file.info().count - block.first);
        file.read(block.first, block.count, block.x, block.v);
        body(block);
    }
}

}  // namespace cchnn
