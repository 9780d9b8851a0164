#pragma once
// Names the random stream of a trajectory.

#include <cstdint>

#include "core/split.hpp"

namespace cchnn {

// Callers of Sampler and draw_varied() fill in the first three members, and add 1 to `attempt` to draw again. These
// functions set `attempt` to that of the numbers that they return.
struct SampleKey {
    std::uint64_t seed = 0;
    Split split = Split::train;
    std::uint64_t trajectory = 0;
    std::uint32_t attempt = 0;  // 0, then 1, 2, ... when a state had to be drawn again; at most 65,535
};

}  // namespace cchnn
