#pragma once
// Equivalent start errors (score/statistics/start_error.hpp) of scored submissions: how large a perturbation of
// the initial state makes the true system as wrong as the submission is. The true system is integrated from
// perturbed initial states (sample/tangent_noise.hpp), and both are measured in the kinetic metric
// (score/metrics/kinetic_error.hpp).

#include <cstdint>

#include "score/score_submission.hpp"

namespace cchnn {

struct CompiledSystem;

// At most this many trajectories, the first ones, are integrated, each `start_error_draws` times at a level.
constexpr std::uint64_t start_error_trajectories = 200;
constexpr int start_error_draws = 2;

// Sets start_error of every submission and model of `scores`, which must be those of this test set.
// `submissions` are their files in the same order. `seed` selects the draws.
void add_start_errors(const CompiledSystem& compiled, const TrajectoryFile& truth,
                      const std::vector<const TrajectoryFile*>& submissions, const ScoringOptions& options,
                      std::uint64_t seed, Scores& scores);

}  // namespace cchnn
