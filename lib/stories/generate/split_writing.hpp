#pragma once
// Where the blocks of a split go: an HDF5 file, and the sums of a report.

#include <filesystem>
#include <vector>

#include "stories/generate/dataset_plan.hpp"

namespace cchnn {

// Adds a block to the sums of a report; the sums do not depend on how a split is divided into blocks.
void add_to_report(SplitReport& report, const DatasetPlan& plan, const DrawnBatch& block);
SplitReport empty_report(const DatasetPlan& plan, Split split);

// Writes one split: owns the HDF5 writer and the report.
// generate() and merge() make one for each split that is not empty, add blocks in the order of trajectories,
// and call finish() once. If finish() is never called, the destructor of the writer removes the incomplete
// file.
class SplitWriter {
  public:
    SplitWriter(const DatasetPlan& plan, Split split, const std::filesystem::path& file);
    void add(const DrawnBatch& block);
    // Completes the file and returns the report.
    SplitReport finish();
    SplitContent content() const;  // after finish()

  private:
    const DatasetPlan& plan_;
    SplitReport report_;
    std::map<std::string, std::uint64_t> outcomes_;
    DatasetWriter writer_;
};

// Restores the report of an earlier run that finished a dataset, from its files and its manifest.json:
//
//   DIR/<system>/{train,valid,test}.h5, manifest.json -> SplitReport each (stories/generate/generate.hpp)
//
// The reasons for repeated draws are not stored, so `failures` stays empty. Throws DataError, IoError. merge() calls
// it: the reports of the plan's dataset in `directory`, for which plan.is_finished() holds.
std::vector<SplitReport> finished_splits(const DatasetPlan& plan, const std::filesystem::path& directory);

}  // namespace cchnn
