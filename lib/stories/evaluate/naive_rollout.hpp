#pragma once
// Naive forecasts (naive_forecast.hpp) as submissions. They are made from the initial states of a test set or,
// with a context, from its given samples (forecast_from_context()), and made again when a submitted file claims to be one,
// because a label alone is no proof. If x and v agree with the forecast, the file is shown beside the models and
// without a rank; otherwise it is scored as a model.

#include <filesystem>
#include <string>

#include "dataset/reader/trajectory_file.hpp"
#include "model/compiled_system.hpp"
#include "stories/evaluate/rollout.hpp"

namespace cchnn {

// The path of train.h5 in the directory of the test set, the default for forecasts that need a training set.
std::filesystem::path training_set_beside(const std::filesystem::path& test_set);

// Writes a naive forecast as a submission; rollout() calls it for --baseline. Throws as rollout() does.
RolloutReport naive_rollout(const SystemSpec& spec, const RolloutOptions& options);

// Why `submission`, which answers the test set `truth`, is not the naive forecast that its label names; "" if
// it is, within a relative error of 1e-6 at every sample, which allows for float32 and for the rounding of
// another processor. `view` is the file whose samples were given to the forecast; "" for those of the test set.
// evaluate() calls it. Throws IoError; every other error while the forecast is made becomes a reason.
std::string why_not_naive(const CompiledSystem& compiled, const TrajectoryFile& truth,
                          const std::filesystem::path& train, const std::filesystem::path& view,
                          const TrajectoryFile& submission, int threads);

}  // namespace cchnn
