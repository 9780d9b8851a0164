#pragma once
// Blocks of a split: where they come from (an earlier run's journal, then integration) and where they go (an HDF5 file,
// and the sums that a report shows).

#include <filesystem>
#include <functional>

#include "stories/generate/refined_blocks.hpp"

namespace cchnn {

// Of a block that was found in a journal. Throws DataError where it is none of the job's: of other shapes, or beyond its
// end.
void require_of_job(const DatasetPlan& plan, const std::filesystem::path& journal, Range range,
                    const DrawnBatch& block);

// The trajectories of the plan's range in order: first those in the journal, then the others, which `blocks` makes on
// options.threads threads and adds to it before they are handed on. The last of them may await refinement, until
// blocks.finish().
void journaled_blocks(RefinedBlocks& blocks, const DatasetPlan& plan, Split split, const std::filesystem::path& journal,
                      const BlockSink& sink);

// Trajectories of a block that takes 5 s at most, by the time that `trial` of them took; no more than `usual`, no less
// than fill the lanes. Slow systems lose no minutes by a kill, and hear Ctrl-C. Bits do not depend on block borders.
std::uint64_t short_block(std::uint64_t usual, std::uint64_t trial, double seconds);

// Sums over the blocks of a split; the same however it is cut into blocks.
void add_to_report(SplitReport& report, const DatasetPlan& plan, const DrawnBatch& block);
SplitReport empty_report(const DatasetPlan& plan, Split split);

class SplitWriter {
  public:
    SplitWriter(const DatasetPlan& plan, Split split, const std::filesystem::path& file);
    void add(const DrawnBatch& block);
    // The file gets its name; what the report and the manifest say of it.
    SplitReport finish();
    SplitContent content() const;  // after finish()

  private:
    const DatasetPlan& plan_;
    SplitReport report_;
    std::map<std::string, std::uint64_t> outcomes_;
    DatasetWriter writer_;
};

}  // namespace cchnn
