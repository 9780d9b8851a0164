#pragma once
// Makes the trajectories of a job so that a kill costs only the blocks that threads work on, those that await
// refinement, for a minute at most, and finished ones behind them. A later run of the same job continues where this one
// ended, and passes the same trajectories on in the same order.
//
// Blocks go to the journal one by one: to keep those of a short run in memory instead costs as much time for new pages
// as writing them does.

#include <chrono>
#include <cstdint>
#include <deque>
#include <filesystem>
#include <functional>
#include <optional>
#include <variant>

#include "core/ordered_tasks.hpp"
#include "dataset/resume/journal.hpp"
#include "dataset/resume/unfinished_directory.hpp"
#include "stories/generate/dataset_plan.hpp"

namespace cchnn {

using BlockSink = std::function<void(DrawnBatch&&)>;

// Makes the blocks of all splits on threads and passes them on in order, split after split. Trajectories of
// several blocks and splits are refined together, because a single block would leave most double-double lanes
// empty. The bits do not depend on this grouping: the refinement of a trajectory depends on the trajectory
// alone (refinement.hpp).
//
//   begin()   opens a split: blocks made after it belong to it, and go to its sink and journal
//   make()    draws, integrates and bounds block after block; blocks without refinement are then complete
//   group     awaiting trajectories of the held blocks, in order, as many as fill the lanes; fewer if blocks have been
//             held for long, are large, or are the last
//   sink      receives a block when it and all earlier ones are complete, and so does the journal before it: a kill
//             costs what threads work on, and what waits for that
//
// One thread, that of the caller, owns all queues; worker threads only run tasks and return their results.
// Tasks are of two kinds, making a block and refining a group, and OrderedTasks returns both in the order in
// which they were added. This makes the order of blocks in a journal and at a sink independent of timing.
class RefinedBlocks {
  public:
    // How long a block is held, so that progress is visible and a kill costs little; groups that are not full cost
    // more.  [s]
    static constexpr double longest_held = 60;

    explicit RefinedBlocks(const DatasetPlan& plan);
    // Opens a split. Without a journal a kill loses its blocks.
    void begin(Split split, BlockSink sink, std::optional<JournalWriter> journal = {});
    // Makes the trajectories of a range in blocks of `size`. On return they are made, and some may await refinement.
    void make(Range range, std::uint64_t size);
    // Refines what is left; afterwards the sinks have received all blocks. More blocks may be made then.
    void finish();
    // Reports trajectories as finished, also while their block waits for others; made and refined ones by itself.
    void tell_finished(std::uint64_t more);
    // The number of trajectories that await refinement and are in no group yet.
    std::size_t awaiting() const { return waiting_.size(); }

  private:
    // Refers to trajectory `awaiting->trajectories[index]` of a block.
    struct Place {
        std::uint64_t block;
        std::size_t index;
    };
    // A refined group: where its trajectories belong, and their results.
    struct Group {
        std::vector<Place> places;
        TrajectoryBatch batch;
    };
    // Where the blocks of one split go.
    struct Output {
        Split split;
        BlockSink sink;
        std::optional<JournalWriter> journal;
    };
    // A block that waits for its turn or for the refinement of `unrefined` trajectories.
    struct Held {
        Output* output;
        DrawnBatch drawn;
        std::size_t unrefined;
        std::chrono::steady_clock::time_point since;
    };
    // What a task returns: a block that was made, or a group that was refined.
    using Made = std::variant<DrawnBatch, Group>;

    // Waits for the oldest task, stores its result, and passes on what became complete.
    void take_next();
    // Puts a block at the end of the queue, and its awaiting trajectories into `waiting_`. Returns how many of its
    // trajectories are finished.
    std::uint64_t hold(DrawnBatch&& drawn);
    // Copies the refined trajectories of a group into their blocks. Returns their number.
    std::uint64_t put_back(const Group& group);
    // Makes a task of the first `count` waiting trajectories.
    void refine_next_group(std::size_t count);
    // Whether a group that is not full should be refined now: blocks take too much memory, or were held for too
    // long.
    bool held_enough() const;
    void hand_on();
    // Blocks are numbered from 0 over all splits; `held_` begins with number handed_on_.
    Held& block(std::uint64_t number) { return held_.at(number - handed_on_); }

    const DatasetPlan& plan_;
    std::deque<Output> outputs_;  // blocks being made belong to the last one
    const std::size_t together_;  // size of a group that fills the lanes
    std::deque<Held> held_;
    std::uint64_t handed_on_ = 0;  // blocks
    std::uint64_t finished_ = 0;   // trajectories
    std::deque<Place> waiting_;    // in no group yet
    std::size_t blocks_asked_for_ = 0;
    OrderedTasks<Made> tasks_;  // last member: threads end before what they use
};

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
