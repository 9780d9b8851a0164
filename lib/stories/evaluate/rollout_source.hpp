#pragma once
// The initial states and times of rollouts: those of a test set, which is read block by block, or a list in
// memory. Initial states may be perturbed. In a family each trajectory has its own masses, lengths and other
// numbers. rollout(), naive_rollout(), reference_problems(), add_start_errors() and add_solver() own one each.

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <limits>
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

// Measures the wall time [s] of work by one thread: the shortest of up to three runs. The first run of a
// program is slower, because it waits for memory and for the processor's clock to rise. Work that takes half a
// second or more runs once: such delays are then negligible.
constexpr int most_timed_runs = 3;
constexpr double enough_seconds = 0.5;

inline double wall_seconds() {
    return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

template <class Work, class Clock = double (*)()>
double shortest_run(Work&& work, Clock&& clock = wall_seconds) {
    double shortest = std::numeric_limits<double>::infinity(), spent = 0;
    for (int run = 0; run < most_timed_runs && spent < enough_seconds; ++run) {
        const double begin = clock();
        work();
        const double seconds = clock() - begin;
        shortest = std::min(shortest, seconds);
        spent += seconds;
    }
    return shortest;
}

struct RolloutSource {
    const TrajectoryFile* test_set = nullptr;
    std::vector<InitialState> states;
    std::uint64_t count = 0;
    TimeGrid times;
    std::string answers_truth = "";  // truth digest of the test set, when the times are its own
    mutable std::mutex hdf5;         // one thread at a time: Debian's HDF5 is built without locks

    // Opens the test set of the options, if they name one. Throws as rollout().
    RolloutSource(const CompiledSystem& compiled, const RolloutOptions& options);
    // From a test set that is open, which it refers to, and whose digest was checked.
    RolloutSource(const CompiledSystem& compiled, const RolloutOptions& options, const TrajectoryFile& checked);

    // The number of trajectories in a block; an ensemble is never divided, so a block holds all members of its
    // trajectories.
    std::uint64_t trajectories_per_block(const RolloutOptions& options, int state_size) const;

  private:
    std::optional<TrajectoryFile> opened_;
};

// The members of an ensemble that a forecaster could have drawn who knows only an observation of the state: the
// observation is perturbed by noise, and members scatter about the observation with the same noise, so that the
// true state could be one of them. The random numbers of member m depend on m and the trajectory, not on the
// size of the ensemble.
//   (1)  observed = P(state + N(0, s)),  member m = P(observed + N(0, s)),  P the projection onto the constraints
std::vector<InitialState> honest_ensemble(const Sampler& sampler, const InitialState& state, double spread, int members,
                                          std::uint64_t seed, std::uint64_t trajectory);

// Integrates trajectories first .. first + count - 1; of an ensemble all members of each. With a context they begin
// with its samples. `moving` is the system without its dropped constraints, null if none is dropped. `seconds`, if
// given, grows by the wall time of the integration alone.
TrajectoryBatch rollout_block(const CompiledSystem& compiled, const CompiledSystem* moving, const RolloutSource& source,
                              const RolloutOptions& options, std::uint64_t first, std::uint64_t count,
                              double* seconds = nullptr);

// The initial states of a block and the systems that they move by, which rollout_starts() makes.
struct RolloutStarts {
    std::vector<std::unique_ptr<const CompiledSystem>> members;  // of a family: the system of each; else empty
    std::vector<InitialState> states;                            // of an ensemble several with one system

    BatchSystems systems(const CompiledSystem& nominal) const;
};
RolloutStarts rollout_starts(const CompiledSystem& compiled, const RolloutSource& source, const RolloutOptions& options,
                             std::uint64_t first, std::uint64_t count);

}  // namespace cchnn
