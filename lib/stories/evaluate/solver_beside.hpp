#pragma once
// A classical solver as a yardstick for each scored model (score/solver_ladder.hpp): the true equations are
// integrated from the initial states of the test set by two textbook methods, each at settings from coarse to
// fine, timed on this machine, and scored as submissions are.
//
//   dopri5    Dormand and Prince, order 5 (4), projected: rtol = 1e-2, 1e-3, ... 1e-12, atol = rtol/100
//   rattle2   RATTLE, order 2: 1, 2, 4, ... 1024 even steps a sample interval; of systems that it can integrate
//
// One thread. For each method, settings run from coarse to fine. They end when one is at least as accurate as
// every model and slower than every model states, or, with rattle2, when a setting of dopri5 needs fewer evaluations
// and is more accurate: finer settings could not change the comparison at equal error.

#include <cstdint>

#include "score/score_submission.hpp"

namespace cchnn {

struct CompiledSystem;

// At most this many trajectories, the first ones of the test set, are integrated.
constexpr std::uint64_t solver_trajectories = 200;

// Sets scores.solver and the solver member of every model in scores.models. The scores must be those of this
// test set.
void add_solver(const CompiledSystem& compiled, const TrajectoryFile& truth, const ScoringOptions& scoring,
                Scores& scores);

}  // namespace cchnn
