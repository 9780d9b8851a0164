#pragma once
// Where rollouts start, and their motion block by block: the states of a test set, which is read block by block, or a
// list in memory; moved by an epsilon; of a family each with its own masses, lengths, ...

#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "dataset/reader/trajectory_file.hpp"
#include "integrate/batch_systems.hpp"
#include "integrate/trajectory.hpp"
#include "model/compiled_system.hpp"
#include "stories/evaluate/rollout.hpp"

namespace cchnn {

struct RolloutSource {
    std::optional<TrajectoryFile> test_set;
    std::vector<InitialState> states;
    std::uint64_t count = 0;
    TimeGrid times;
    std::string answers_truth = "";  // truth digest of the test set, when the times are its own
    mutable std::mutex hdf5;         // one thread at a time: Debian's HDF5 is built without locks

    // Throws as rollout().
    RolloutSource(const CompiledSystem& compiled, const RolloutOptions& options);
};

// Trajectories first .. first + count - 1. `moving` is what is left of the system where constraints are dropped; null:
// all of it. The wall seconds of the integration alone are added to `seconds`.
TrajectoryBatch rollout_block(const CompiledSystem& compiled, const CompiledSystem* moving, const RolloutSource& source,
                              const RolloutOptions& options, std::uint64_t first, std::uint64_t count,
                              double* seconds = nullptr);

// Where these trajectories start, and what moves there.
struct RolloutStarts {
    std::vector<std::unique_ptr<const CompiledSystem>> members;  // of a family: the system of each; else empty
    std::vector<InitialState> states;

    BatchSystems systems(const CompiledSystem& nominal) const;
};
RolloutStarts rollout_starts(const CompiledSystem& compiled, const RolloutSource& source, const RolloutOptions& options,
                             std::uint64_t first, std::uint64_t count);

}  // namespace cchnn
