#pragma once
// Checks a part of a suite that an earlier call made: whether it is the part that this call would make, and
// whether its files are unchanged. make_suite() calls it for each part that exists, so that a resumed suite is
// as good as a new one.

#include <filesystem>
#include <string>

#include "dataset/documents/lock_file.hpp"
#include "dataset/view_description.hpp"
#include "stories/generate/dataset_plan.hpp"

namespace cchnn {

// How a dataset differs from the plan, as a list: "its system, --dt, --protocol"; "" if it does not.
std::string what_differs(const LockFile& lock, const DatasetPlan& plan);

// Recomputes the digests of every file of a part. Throws DataError with a problem for each file that is missing
// or differs from what manifest.json or view.json says; IoError.
void require_as_said(const std::filesystem::path& place, const LockFile& lock);
void require_as_said(const std::filesystem::path& place, const ViewLock& lock);

}  // namespace cchnn
