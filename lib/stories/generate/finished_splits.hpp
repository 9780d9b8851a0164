#pragma once
// A dataset that an earlier run finished, as the report of that run: what its files and its manifest.json hold.
//
//   DIR/<system>/{train,valid,test}.h5, manifest.json -> SplitReport each (stories/generate/generate.hpp)
//
// Why states were drawn again is stored nowhere: `failures` stays empty. Throws DataError, IoError.

#include <filesystem>
#include <vector>

#include "stories/generate/dataset_plan.hpp"

namespace cchnn {

// Of the plan's dataset in `directory`, which plan.is_finished() there.
std::vector<SplitReport> finished_splits(const DatasetPlan& plan, const std::filesystem::path& directory);

}  // namespace cchnn
