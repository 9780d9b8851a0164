#pragma once
// A block of a split with its trajectories, and how often initial states had to be drawn again. trajectory_source.hpp
// makes it; stories/generate and stories/corpus use it.

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "integrate/trajectory.hpp"

namespace cchnn {

class ConstrainedSystem;
struct InitialState;

// Trajectories of a batch whose refinement (refinement.hpp) is left to a later stage, with everything that it needs.
struct AwaitingRefinement {
    std::vector<int> trajectories;
    std::vector<InitialState> states;                               // where each starts
    std::vector<std::shared_ptr<const ConstrainedSystem>> members;  // of a family: the system of each; else empty
};

struct DrawnBatch {
    TrajectoryBatch batch;
    std::map<std::string, std::uint64_t> failures;  // reason -> integrations that ended early
    std::uint64_t redrawn = 0;  // trajectories whose state had to be drawn more than once, for these or for projection
    std::shared_ptr<const AwaitingRefinement> awaiting = nullptr;  // null: nothing is left to refine
};

}  // namespace cchnn
