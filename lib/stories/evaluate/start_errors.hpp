#pragma once
// Equivalent start errors (score/statistics/start_error.hpp) of scored submissions: the true system moves again, from
// starts of the test set that are a little off (sample/tangent_noise.hpp), and both are measured in the kinetic metric
// (score/kinetic_error.hpp).

#include <cstdint>
#include <filesystem>

#include "score/score_submission.hpp"

namespace cchnn {

struct CompiledSystem;

// At most so many trajectories, the first ones, are moved, each `start_error_draws` times at a level.
constexpr std::uint64_t start_error_trajectories = 200;
constexpr int start_error_draws = 2;

// Of every submission and model of `scores`, which are of that test set, from the submissions' files in their order.
// `seed` chooses the draws.
void add_start_errors(const CompiledSystem& compiled, const std::filesystem::path& truth,
                      const std::vector<const TrajectoryFile*>& submissions, const ScoringOptions& options,
                      std::uint64_t seed, Scores& scores);

}  // namespace cchnn
