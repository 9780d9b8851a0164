#pragma once
// Naive forecasts (naive_forecast.hpp) as submissions: made from the initial states of a test set, and made again where a
// file says that it is one. A label alone is no proof: a submission is shown as a naive forecast, beside the models and
// without a rank, where its x and v are those of the forecast. Otherwise it is scored as a model.

#include <filesystem>
#include <string>

#include "dataset/reader/trajectory_file.hpp"
#include "model/compiled_system.hpp"
#include "stories/evaluate/rollout.hpp"

namespace cchnn {

// The training set beside a test set: train.h5 in its directory.
std::filesystem::path training_set_beside(const std::filesystem::path& test_set);

// Throws as rollout().
RolloutReport naive_rollout(const SystemSpec& spec, const RolloutOptions& options);

// `view`: whose samples were given; "" for those of the test set.
// "" where `submission`, which answers the test set `truth`, is the naive forecast that it says it is, within Err of 1e-6
// at every sample: as much as float32 and another processor move it. Else why it is scored as a model.
std::string why_not_naive(const CompiledSystem& compiled, const std::filesystem::path& truth,
                          const std::filesystem::path& train, const std::filesystem::path& view,
                          const TrajectoryFile& submission, int threads);

}  // namespace cchnn
