#include "stories/generate/refined_blocks.hpp"

#include <algorithm>

#include "core/overloaded.hpp"
#include "core/stop.hpp"
#include "core/to_size.hpp"
#include "integrate/integrate.hpp"

namespace cchnn {
namespace {

// Memory for held blocks, in addition to what threads work on.
constexpr std::size_t most_bytes = 256u << 20;

std::size_t bytes_of(const TrajectoryBatch& batch) { return 2 * sizeof(double) * batch.x.size(); }

// The input of one refinement, owned by its task.
struct ToRefine {
    TrajectoryBatch batch;
    std::vector<InitialState> states;
    std::vector<std::shared_ptr<const ConstrainedSystem>> members;
};

void refine_them(const DatasetPlan& plan, ToRefine& them) {
    std::vector<const ConstrainedSystem*> systems;
    for (const auto& member : them.members) systems.push_back(member.get());
    const BatchSystems of =
        systems.empty() ? BatchSystems(plan.compiled.system) : BatchSystems(plan.compiled.system, std::move(systems));
    refine(of, them.states, plan.times, plan.bound_rule, them.batch);
}

}  // namespace

// Four times the lanes: lanes whose trajectory is finished take the next one, so a longer list keeps them
// busier.
RefinedBlocks::RefinedBlocks(const DatasetPlan& plan)
    : plan_(plan), together_(4 * trajectories_side_by_side()), tasks_(plan.options.threads) {}

void RefinedBlocks::begin(Split split, BlockSink sink, std::optional<JournalWriter> journal) {
    outputs_.push_back({split, std::move(sink), std::move(journal)});
}

// Keeps two tasks a thread in the queue: enough that no thread waits, and few enough that a signal ends the run
// soon.
void RefinedBlocks::make(Range range, std::uint64_t size) {
    const std::size_t most_ahead = 2 * to_size(plan_.options.threads);
    std::uint64_t next = 0;
    while (next < range.count || blocks_asked_for_ > 0) {
        throw_if_stopped();
        for (; next < range.count && tasks_.waiting() < most_ahead; next += size) {
            const std::uint64_t first = range.first + next, count = std::min(size, range.count - next);
            tasks_.add([this, split = outputs_.back().split, first, count]() -> Made {
                DrawnBatch drawn = plan_.begin(split, first, count);
                if (!drawn.awaiting) plan_.complete(drawn);
                return drawn;
            });
            ++blocks_asked_for_;
        }
        take_next();
        while (waiting_.size() >= together_) refine_next_group(together_);
        if (held_enough()) refine_next_group(waiting_.size());
    }
}

void RefinedBlocks::finish() {
    // An equal share for each thread, but not so few that most lanes are empty.
    const std::size_t threads = plan_.options.threads,
                      share = std::clamp((waiting_.size() + threads - 1) / threads, together_ / 16, together_);
    while (!waiting_.empty()) refine_next_group(std::min(waiting_.size(), share));
    while (tasks_.waiting() > 0) {
        throw_if_stopped();
        take_next();
    }
}

// Waits for the next task, a made block or a refined group, and stores its result. Sinks come before progress, whose
// function may throw.
void RefinedBlocks::take_next() {
    const std::uint64_t finished = std::visit(Overloaded{[&](DrawnBatch&& drawn) {
                                                             --blocks_asked_for_;
                                                             return hold(std::move(drawn));
                                                         },
                                                         [&](const Group& group) { return put_back(group); }},
                                              tasks_.next());
    hand_on();
    tell_finished(finished);
}

std::uint64_t RefinedBlocks::hold(DrawnBatch&& drawn) {
    const std::uint64_t number = handed_on_ + held_.size();
    const std::size_t unrefined = drawn.awaiting ? drawn.awaiting->trajectories.size() : 0;
    for (std::size_t i = 0; i < unrefined; ++i) waiting_.push_back({number, i});
    held_.push_back({&outputs_.back(), std::move(drawn), unrefined, std::chrono::steady_clock::now()});
    return to_size(held_.back().drawn.batch.count) - unrefined;
}

void RefinedBlocks::tell_finished(std::uint64_t more) {
    finished_ += more;
    if (plan_.options.progress) plan_.options.progress(finished_, plan_.total());
}

std::uint64_t RefinedBlocks::put_back(const Group& group) {
    for (std::size_t k = 0; k < group.places.size(); ++k) {
        Held& to = block(group.places[k].block);
        const int trajectory = to.drawn.awaiting->trajectories[group.places[k].index];
        copy_trajectory(group.batch, static_cast<int>(k), to.drawn.batch, trajectory);
        --to.unrefined;
    }
    return group.places.size();
}

// The task owns copies of what it refines, because blocks may move within the queue while it runs.
void RefinedBlocks::refine_next_group(std::size_t count) {
    std::vector<Place> places(waiting_.begin(), waiting_.begin() + count);
    waiting_.erase(waiting_.begin(), waiting_.begin() + count);
    auto them = std::make_shared<ToRefine>();
    them->batch = empty_batch(plan_.compiled.system, count, plan_.times);
    make_room_for_bounds(them->batch);
    for (std::size_t k = 0; k < count; ++k) {
        const DrawnBatch& from = block(places[k].block).drawn;
        const AwaitingRefinement& awaiting = *from.awaiting;
        const std::size_t index = places[k].index;
        copy_trajectory(from.batch, awaiting.trajectories[index], them->batch, static_cast<int>(k));
        them->states.push_back(awaiting.states[index]);
        if (!awaiting.members.empty()) them->members.push_back(awaiting.members[index]);
    }
    tasks_.add([this, them, places = std::move(places)]() mutable -> Made {
        refine_them(plan_, *them);
        return Group{std::move(places), std::move(them->batch)};
    });
}

bool RefinedBlocks::held_enough() const {
    if (waiting_.empty()) return false;
    std::size_t bytes = 0;
    for (const Held& one : held_) bytes += bytes_of(one.drawn.batch);
    const std::chrono::duration<double> oldest = std::chrono::steady_clock::now() - held_.front().since;
    return bytes > most_bytes || oldest.count() > longest_held;
}

// Passes complete blocks at the front of the queue to their journals and sinks.
void RefinedBlocks::hand_on() {
    for (; !held_.empty() && held_.front().unrefined == 0; ++handed_on_) {
        Output& output = *held_.front().output;
        DrawnBatch drawn = std::move(held_.front().drawn);
        held_.pop_front();
        if (output.journal) output.journal->append(drawn);
        if (drawn.awaiting) plan_.complete(drawn);
        drawn.awaiting.reset();
        output.sink(std::move(drawn));
    }
}

}  // namespace cchnn
