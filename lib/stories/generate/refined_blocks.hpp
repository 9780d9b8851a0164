#pragma once
// Blocks of the splits, made on threads and handed on in order, split after split. What is to be refined in several of
// them is refined together, whatever split it is of: double-double lanes are full where a block alone would fill one of
// them. Bits do not depend on what is refined with what, since what is done depends on the trajectory alone
// (refinement.hpp).
//
//   begin()   a split: what is made from there on is of it, and goes to its sink and journal
//   make()    block after block: drawn, integrated, bounded; those with nothing to refine are complete
//   groups    of what awaits refinement in the blocks held, in order, as many as fill the lanes; fewer when blocks have
//             been held for long, or are large, or are the last
//   sink      a block once it is complete and all before it are
//   journal   has a block as soon as it and all before it are made, and what is refined once it is: a kill costs no more
//             than threads work on

#include <chrono>
#include <deque>
#include <functional>
#include <optional>
#include <variant>

#include "core/ordered_tasks.hpp"
#include "dataset/resume/journal.hpp"
#include "stories/generate/dataset_plan.hpp"

namespace cchnn {

using BlockSink = std::function<void(DrawnBatch&&)>;

class RefinedBlocks {
  public:
    // So that progress is seen. Groups that are sent off before they are full cost more. [s]
    static constexpr double longest_held = 60;

    explicit RefinedBlocks(const DatasetPlan& plan);
    // Without a journal what is held is lost by a kill.
    void begin(Split split, BlockSink sink, std::optional<JournalWriter> journal = {});
    // A block of an earlier run that the journal has, before any of the split is made.
    void go_on_with(DrawnBatch&& kept);
    // Trajectories of a range in blocks of `size`; when it returns they are made, and some may await refinement.
    void make(Range range, std::uint64_t size);
    // What is left: afterwards the sinks have had all. More may be made then.
    void finish();
    // Trajectories that are made and in no group yet.
    std::size_t awaiting() const { return waiting_.size(); }

  private:
    // Trajectory `awaiting->trajectories[index]` of a block.
    struct Place {
        std::uint64_t block;
        std::size_t index;
    };
    struct Group {
        std::vector<Place> places;
        TrajectoryBatch batch;
    };
    struct Output {
        Split split;
        BlockSink sink;
        std::optional<JournalWriter> journal;
    };
    struct Held {
        Output* output;
        DrawnBatch drawn;
        std::size_t unrefined;
        std::chrono::steady_clock::time_point since;
    };
    using Made = std::variant<DrawnBatch, Group>;

    void take_next();
    void hold(DrawnBatch&& drawn);
    void put_back(Group&& group);
    void note_refined(Output& output, const Group& group, std::size_t begin, std::size_t end);
    void refine_next_group(std::size_t count);
    bool held_enough() const;
    void hand_on();
    Held& block(std::uint64_t number) { return held_.at(number - handed_on_); }

    const DatasetPlan& plan_;
    std::deque<Output> outputs_;  // the last is that of what is made
    const std::size_t together_;  // trajectories of a group that fills the lanes
    std::deque<Held> held_;
    std::uint64_t handed_on_ = 0;  // blocks
    std::deque<Place> waiting_;    // in no group yet
    std::size_t blocks_asked_for_ = 0;
    OrderedTasks<Made> tasks_;  // last: threads end before what they use
};

}  // namespace cchnn
