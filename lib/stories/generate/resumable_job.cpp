#include "stories/generate/resumable_job.hpp"

#include <algorithm>
#include <chrono>

#include "core/counted.hpp"
#include "core/errors.hpp"
#include "core/option.hpp"
#include "core/overloaded.hpp"
#include "core/stop.hpp"
#include "core/to_size.hpp"
#include "dataset/resume/lyapunov_file.hpp"
#include "integrate/integrate.hpp"
#include "integrate/ordered_blocks.hpp"
#include "lyapunov/lyapunov.hpp"

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

// The exponent for states drawn as the test set's, with the defaults of `cchnn-gen lyapunov`, so that this command
// gives the same.
LyapunovRecord find_lyapunov(const DatasetPlan& plan) {
    const GenerateOptions& options = plan.options;
    LyapunovOptions asked;
    asked.seed = options.seed;
    asked.threads = options.threads;
    asked.progress = [&](std::uint64_t, std::uint64_t) {
        if (options.progress) options.progress(0, plan.total());  // still no trajectory; this call lets Ctrl-C through
    };
    const SamplingSpec& sampling = plan.compiled.spec.sampling;
    const LyapunovEstimate estimate =
        lyapunov(plan.compiled.system, plan.compiled.sampler, {sampling.dt, sampling.steps}, asked);
    return {estimate.largest(), to_json(estimate)};
}

// What to do with unfinished work that an earlier run has left, from --resume and --force.
Begin begin_of(const GenerateOptions& options) {
    if (options.resume) return options.go_on == GoOn::unasked ? Begin::resume_unasked : Begin::resume;
    return options.overwrite ? Begin::anew : Begin::fresh;
}

std::string finished_text(std::uint64_t kept) { return counted(kept, "finished trajectory", "finished trajectories"); }

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

std::uint64_t short_block(std::uint64_t usual, std::uint64_t trial, double seconds) {
    constexpr double most_seconds = 5;
    if (!(seconds > 0) || trial == 0) return usual;
    const double in_time = most_seconds / seconds * to_double(trial);
    if (in_time >= to_double(usual)) return usual;
    return std::max<std::uint64_t>(static_cast<std::uint64_t>(in_time), trajectories_side_by_side());
}

ResumableJob::ResumableJob(const DatasetPlan& plan, const std::filesystem::path& directory, bool replaces)
    : plan_(plan), directory_(directory, plan.job(), begin_of(plan.options), replaces) {}

void ResumableJob::run(const std::function<void()>& work) {
    const GoOn go_on = plan_.options.go_on;
    try {
        work();
    } catch (Stopped& stopped) {
        stopped.set_resume_hint(how_to_resume());
        throw;
    } catch (const IoError& error) {
        std::vector<Problem> problems = error.problems();
        if (const std::uint64_t kept = directory_.kept(); kept > 0 && go_on != GoOn::never)
            problems.push_back({directory_.path().string(),
                                "keeps " + finished_text(kept) + "; rerun the same command" +
                                    (go_on == GoOn::unasked ? " to resume" : " with " + option("resume"))});
        throw IoError(std::move(problems));
    } catch (const Error&) {
        directory_.remove();
        throw;
    }
}

// The end of the sentence that a stopped run prints: "512 finished trajectories are kept in
// data/.chain_pendulum_3.unfinished; rerun the same command with --resume". The flags that it names depend on
// those that were given.
std::string ResumableJob::how_to_resume() const {
    const GenerateOptions& options = plan_.options;
    if (options.go_on == GoOn::never) return "nothing is kept; rerun the same command";
    const std::string resume = options.go_on == GoOn::unasked ? ""
                               : options.overwrite ? " with " + option("resume") + " instead of " + option("overwrite")
                                                   : " with " + option("resume");
    const std::uint64_t kept = directory_.kept();
    if (kept == 0 && !directory_.keeps_exponent())
        return std::string("no block was finished; rerun the same command") + resume;
    const std::string work = kept == 0 ? "the exponent is" : finished_text(kept) + one_or_many(kept, " is", " are");
    return work + " kept in " + directory_.path().string() + "; rerun the same command" +
           (resume.empty() ? " to resume" : resume);
}

LyapunovRecord ResumableJob::exponent() const {
    const std::filesystem::path file = directory_.path() / "lyapunov.json";
    if (auto record = read_lyapunov_file(file)) return *record;
    const LyapunovRecord record = find_lyapunov(plan_);
    write_lyapunov_file(file, record);
    return record;
}

// All splits share one RefinedBlocks: blocks of the next split are made while the last trajectories of this one are
// still refined, so that refinement fills the lanes.
void ResumableJob::make(const std::function<BlockSink(Split)>& sink_of) const {
    RefinedBlocks blocks(plan_);
    for (Split split : all_splits)
        if (plan_.count(split) > 0) make_split(blocks, split, sink_of(split));
    blocks.finish();
}

// The order of steps: blocks of the journal go to the sink; the journal is cut behind its last good block and opened
// for appending; a trial block as wide as the lanes is made and timed; the rest is made in blocks of a size that
// follows from this time. The last trajectories may await refinement until blocks.finish().
void ResumableJob::make_split(RefinedBlocks& blocks, Split split, const BlockSink& sink) const {
    const Range range = plan_.range(split);
    const std::filesystem::path journal = directory_.journal(name(split));
    const std::uint64_t end = range.first + range.count;
    JournalReader reader(journal, range.first, end, plan_.one_trajectory());
    while (std::optional<DrawnBatch> block = reader.next()) {
        plan_.complete(*block);
        const std::uint64_t count = to_size(block->batch.count);
        sink(std::move(*block));
        blocks.tell_finished(count);
    }
    const std::uint64_t begin = reader.next_trajectory();
    blocks.begin(split, sink, JournalWriter(journal, reader.good_bytes()));
    const std::size_t of_others = blocks.awaiting();
    const std::uint64_t trial = std::min<std::uint64_t>(end - begin, trajectories_side_by_side());
    const auto started = std::chrono::steady_clock::now();
    blocks.make({begin, trial}, trial);
    // If many trajectories need refinement, it dominates the time of the trial; if few, they wait until others fill the
    // lanes.
    if (blocks.awaiting() < of_others || 4 * (blocks.awaiting() - of_others) >= trial) blocks.finish();
    const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - started;
    const Range rest{begin + trial, end - begin - trial};
    const std::uint64_t usual =
        block_size(rest.count, plan_.options.threads, plan_.times.samples, plan_.numbers_a_sample());
    blocks.make(rest, short_block(usual, trial, taken.count()));
}

}  // namespace cchnn
