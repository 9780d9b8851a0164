#pragma once
// A part of a suite that an earlier call made: whether it is what this one would make, and whether its files are still
// what was made.

#include <filesystem>
#include <string>

#include "dataset/documents/lock_file.hpp"
#include "dataset/view_description.hpp"
#include "stories/generate/dataset_plan.hpp"

namespace cchnn {

// Where a dataset is not made as a plan makes it: "its system, --dt, --protocol"; "" nowhere.
std::string what_differs(const LockFile& lock, const DatasetPlan& plan);

// Digests every file of a part. Throws DataError, a problem for each that is missing or is not what the manifest.json or
// view.json beside it says; IoError.
void require_as_said(const std::filesystem::path& place, const LockFile& lock);
void require_as_said(const std::filesystem::path& place, const ViewLock& lock);

}  // namespace cchnn
