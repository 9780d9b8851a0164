#pragma once
// A block of a split as it was made: its trajectories, and how often a state had to be drawn again for them.

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "integrate/trajectory.hpp"

namespace cchnn {

struct CompiledSystem;
struct InitialState;

// Trajectories of a batch that are to be refined yet (refinement.hpp), and what that needs.
struct AwaitingRefinement {
    std::vector<int> trajectories;
    std::vector<InitialState> states;                            // where each starts
    std::vector<std::shared_ptr<const CompiledSystem>> members;  // of a family: the system of each; else empty
};

struct DrawnBatch {
    TrajectoryBatch batch;
    std::map<std::string, std::uint64_t> failures;  // reason -> attempts that were given up
    std::uint64_t redrawn = 0;  // trajectories whose state had to be drawn more than once, for these or for projection
    std::shared_ptr<const AwaitingRefinement> awaiting = nullptr;  // where drawn_trajectories() left it to its caller
};

}  // namespace cchnn
