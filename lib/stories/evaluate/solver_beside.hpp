#pragma once
// A classical solver beside each scored model (score/solver_ladder.hpp): the true equations, integrated from the starts
// of the test set by two textbook methods, each at settings from coarse to fine, timed on this machine and scored as
// submissions are.
//
//   dopri5    Dormand and Prince, order 5 (4), projected: rtol = 1e-2, 1e-3, ... 1e-12, atol = rtol/100
//   rattle2   RATTLE, order 2: 1, 2, 4, ... 1024 even steps a sample interval; of systems that it can integrate
//
// One thread. Of each method settings are run from coarse to fine until one is not less accurate than any model and takes
// longer than each says it does, or until one of another method needs fewer evaluations and is more accurate: finer ones
// would answer nothing.

#include <cstdint>
#include <filesystem>

#include "score/score_submission.hpp"

namespace cchnn {

struct CompiledSystem;

// At most so many trajectories, the first ones, are integrated.
constexpr std::uint64_t solver_trajectories = 200;

// To every model of `scores`, which are of that test set.
void add_solver(const CompiledSystem& compiled, const std::filesystem::path& truth, const ScoringOptions& scoring,
                Scores& scores);

}  // namespace cchnn
