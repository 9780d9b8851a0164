#pragma once
// A block of a split as it was made: its trajectories, and how often a state had to be drawn again for them.

#include <cstdint>
#include <map>
#include <string>

#include "integrate/trajectory.hpp"

namespace cchnn {

struct DrawnBatch {
    TrajectoryBatch batch;
    std::map<std::string, std::uint64_t> failures;  // reason -> attempts that were given up
    std::uint64_t redrawn = 0;  // trajectories whose state had to be drawn more than once, for these or for projection
};

}  // namespace cchnn
