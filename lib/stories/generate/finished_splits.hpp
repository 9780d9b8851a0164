#pragma once
// Restores the report of an earlier run that finished a dataset, from its files and its manifest.json:
//
//   DIR/<system>/{train,valid,test}.h5, manifest.json -> SplitReport each (stories/generate/generate.hpp)
//
// The reasons for repeated draws are not stored, so `failures` stays empty. Throws DataError, IoError. merge() calls
// it.

#include <filesystem>
#include <vector>

#include "stories/generate/dataset_plan.hpp"

namespace cchnn {

// The reports of the plan's dataset in `directory`, for which plan.is_finished() holds.
std::vector<SplitReport> finished_splits(const DatasetPlan& plan, const std::filesystem::path& directory);

}  // namespace cchnn
