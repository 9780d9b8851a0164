#pragma once
// Makes the trajectories of a job so that a kill costs only the blocks that threads work on, those that await
// refinement, for a minute at most, and finished ones behind them. A later run of the same job continues where this one
// ended, and passes the same trajectories on in the same order.
//
// Blocks go to the journal one by one: to keep those of a short run in memory instead costs as much time for new pages
// as writing them does.

#include <cstdint>
#include <filesystem>
#include <functional>

#include "dataset/resume/unfinished_directory.hpp"
#include "stories/generate/refined_blocks.hpp"

namespace cchnn {

// The number of trajectories in a block of at most 5 s, estimated from the time that `trial` of them took; at most
// `usual`, at least as many as fill the lanes. So a kill costs little for slow systems too, and Ctrl-C is noticed. Bits
// do not depend on block borders.
std::uint64_t short_block(std::uint64_t usual, std::uint64_t trial, double seconds);

// Owns the unfinished directory of the job, with its journals. generate() makes one for a dataset or a shard:
//
//   ResumableJob job(plan, directory, replaces);
//   job.run([&] { ... job.exponent(), job.make(...) ... });
class ResumableJob {
  public:
    // Creates or takes over `directory` and locks it. --resume and --force of the plan decide what becomes of earlier
    // work; `replaces` as of UnfinishedDirectory, whose exceptions pass.
    ResumableJob(const DatasetPlan& plan, const std::filesystem::path& directory, bool replaces);

    UnfinishedDirectory& directory() { return directory_; }

    // Runs `work`. To Stopped and IoError it adds what is kept and which command resumes. Any other Error would occur
    // again, so that the directory is removed before the exception passes.
    void run(const std::function<void()>& work);

    // The Lyapunov exponent that an earlier run has stored, or a new one, which is stored.
    LyapunovRecord exponent() const;

    // Makes the plan's range of each split that is not empty, in order. `sink_of` is called once for each, and what it
    // returns receives the blocks of the split: first those of its journal, then new ones, which are in the journal
    // before they arrive. Calls the progress function of the options after each block.
    void make(const std::function<BlockSink(Split)>& sink_of) const;

  private:
    void make_split(RefinedBlocks& blocks, Split split, const BlockSink& sink) const;
    std::string how_to_resume() const;

    const DatasetPlan& plan_;
    UnfinishedDirectory directory_;
};

}  // namespace cchnn
