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

    // Whole ensembles of them.
    std::uint64_t trajectories_per_block(const RolloutOptions& options, int state_size) const;
};

// What an honest forecaster knows of a state: an observation, and states as far about it as observations are about states,
// so that the state itself could be one of them. Member m is the same in ensembles of any size.
//   (1)  observed = P(state + N(0, s)),  member m = P(observed + N(0, s)),  P the projection onto the constraints
std::vector<InitialState> honest_ensemble(const Sampler& sampler, const InitialState& state, double spread, int members,
                                          std::uint64_t seed, std::uint64_t trajectory);

// Trajectories first .. first + count - 1, of an ensemble all members of each. `moving` is what is left of the system where constraints are dropped; null:
// all of it. With a context they begin with its samples. The wall seconds of the integration alone are added to `seconds`.
TrajectoryBatch rollout_block(const CompiledSystem& compiled, const CompiledSystem* moving, const RolloutSource& source,
                              const RolloutOptions& options, std::uint64_t first, std::uint64_t count,
                              double* seconds = nullptr);

// Where these trajectories start, and what moves there.
struct RolloutStarts {
    std::vector<std::unique_ptr<const CompiledSystem>> members;  // of a family: the system of each; else empty
    std::vector<InitialState> states;                            // of an ensemble several with one system

    BatchSystems systems(const CompiledSystem& nominal) const;
};
RolloutStarts rollout_starts(const CompiledSystem& compiled, const RolloutSource& source, const RolloutOptions& options,
                             std::uint64_t first, std::uint64_t count);

}  // namespace cchnn
