#include "stories/generate/generate.hpp"

#include <deque>
#include <filesystem>

#include "core/counted.hpp"
#include "core/errors.hpp"
#include "core/option.hpp"
#include "core/paths/input_files.hpp"
#include "core/stop.hpp"
#include "dataset/resume/lyapunov_file.hpp"
#include "dataset/resume/marked_directory.hpp"
#include "dataset/resume/staged_directory.hpp"
#include "dataset/resume/unfinished_directory.hpp"
#include "lyapunov/lyapunov.hpp"
#include "model/freedom_warning.hpp"
#include "stories/generate/dataset_plan.hpp"
#include "stories/generate/shard_directory.hpp"
#include "stories/generate/split_writing.hpp"

namespace cchnn {
namespace {

namespace fs = std::filesystem;

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

// The exponent that an earlier run stored in `file`, or a new one that is stored there.
LyapunovRecord kept_lyapunov(const DatasetPlan& plan, const fs::path& file) {
    if (auto record = read_lyapunov_file(file)) return *record;
    const LyapunovRecord record = find_lyapunov(plan);
    write_lyapunov_file(file, record);
    return record;
}

// Counts trajectories over all splits, and calls the progress function of the options after each block.
class Counter {
  public:
    explicit Counter(const DatasetPlan& plan) : plan_(plan), total_(plan.total()) {}
    void add(const DrawnBatch& block) {
        done_ += static_cast<std::uint64_t>(block.batch.count);
        if (plan_.options.progress) plan_.options.progress(done_, total_);
    }

  private:
    const DatasetPlan& plan_;
    std::uint64_t done_ = 0, total_;
};

// What to do with unfinished work that an earlier run has left, from --resume and --force.
Begin begin_of(const GenerateOptions& options) {
    if (options.resume) return options.go_on == GoOn::unasked ? Begin::resume_unasked : Begin::resume;
    return options.overwrite ? Begin::anew : Begin::fresh;
}

std::string finished_text(std::uint64_t kept) { return counted(kept, "finished trajectory", "finished trajectories"); }

// The end of the sentence that a stopped run prints: "512 finished trajectories are kept in
// data/.chain_pendulum_3.unfinished; rerun the same command with --resume". The flags that it names depend on
// those that were given.
std::string how_to_go_on(const UnfinishedDirectory& unfinished, const GenerateOptions& options) {
    if (options.go_on == GoOn::never) return "nothing is kept; rerun the same command";
    const std::string resume = options.go_on == GoOn::unasked ? ""
                               : options.overwrite ? " with " + option("resume") + " instead of " + option("overwrite")
                                                   : " with " + option("resume");
    const std::uint64_t kept = unfinished.kept();
    if (kept == 0 && !unfinished.keeps_exponent())
        return std::string("no block was finished; rerun the same command") + resume;
    const std::string work = kept == 0 ? "the exponent is" : finished_text(kept) + one_or_many(kept, " is", " are");
    return work + " kept in " + unfinished.path().string() + "; rerun the same command" +
           (resume.empty() ? " to resume" : resume);
}

// Runs `work`, and adds to its exceptions how to resume. An Error other than IoError would occur again: then nothing is
// kept.
template <class Work>
void run_resumably(UnfinishedDirectory& unfinished, const GenerateOptions& options, const Work& work) {
    try {
        work();
    } catch (Stopped& stopped) {
        stopped.set_resume_hint(how_to_go_on(unfinished, options));
        throw;
    } catch (const IoError& error) {
        std::vector<Problem> problems = error.problems();
        if (const std::uint64_t kept = unfinished.kept(); kept > 0 && options.go_on != GoOn::never)
            problems.push_back({unfinished.path().string(),
                                "keeps " + finished_text(kept) + "; rerun the same command" +
                                    (options.go_on == GoOn::unasked ? " to resume" : " with " + option("resume"))});
        throw IoError(std::move(problems));
    } catch (const Error&) {
        unfinished.remove();
        throw;
    }
}

// Writes all files of a dataset into `directory`. Splits follow one another, but they share one RefinedBlocks:
// blocks of the next split are made while the last trajectories of this one are still refined, so that
// refinement fills the lanes. Writers live in a deque because a block may arrive at its writer after later
// writers have been created, and references into a deque stay valid. Files are completed in the order of splits
// at the end.
void write_files(DatasetPlan& plan, const UnfinishedDirectory& unfinished, const fs::path& directory,
                 GenerateReport& report) {
    if (plan.options.lyapunov) plan.lyapunov = kept_lyapunov(plan, unfinished.path() / "lyapunov.json");
    std::vector<SplitContent> contents;
    Counter counter(plan);
    std::deque<SplitWriter> writers;
    RefinedBlocks blocks(plan);
    for (Split split : all_splits) {
        if (plan.count(split) == 0) continue;
        SplitWriter& writer = writers.emplace_back(plan, split, directory / (std::string(name(split)) + ".h5"));
        journaled_blocks(blocks, plan, split, unfinished.journal(name(split)), [&](DrawnBatch&& block) {
            writer.add(block);
            counter.add(block);
        });
    }
    blocks.finish();
    for (SplitWriter& writer : writers) {
        report.splits.push_back(writer.finish());
        contents.push_back(writer.content());
    }
    write_manifest(directory, plan.manifest(std::move(contents)));
}

// With --resume, a dataset of another job is an error that says what differs.
void refuse_other_dataset(const DatasetPlan& plan, const fs::path& directory) {
    if (!plan.is_complete(directory)) return;
    std::vector<Problem> problems;
    for (const std::string& difference : plan.differences(directory))
        problems.push_back({directory.string(), difference});
    if (problems.empty()) return;
    problems.push_back({directory.string(), "is a finished dataset of another command: repeat its options, or give " +
                                                option("overwrite") + " instead of " + option("resume") +
                                                " to replace it"});
    throw UsageError(std::move(problems));
}

// A whole dataset. Blocks go through journals in the unfinished directory into staged files, and commit() moves
// these into place. The order matters: `unfinished` is created before `staged`, because the staging directory
// lies inside it, and it is removed only after commit(), so that at no moment do both the journals and the
// dataset fail to exist.
GenerateReport generate_dataset(DatasetPlan& plan) {
    const GenerateOptions& options = plan.options;
    GenerateReport report;
    report.system = plan.compiled.spec.name;
    report.directory = options.directory / plan.compiled.spec.name;
    // A finished dataset beside unfinished work means that an earlier run was killed between commit() and
    // remove(): the run then continues from complete journals, may replace the dataset by an identical one, and
    // removes the journals.
    const bool finished = options.resume && plan.is_finished(report.directory);
    report.finished_before = finished && !fs::exists(unfinished_beside(report.directory));
    if (report.finished_before) {
        plan.require_unchanged(report.directory);
        return report;
    }
    for (const std::string& file : dataset_files())
        refuse_inputs(report.directory / file, {options.states, options.inputs});
    // With --resume, files in the way are examined after the job is known: they may be those that an earlier
    // run with --force was to replace.
    if (!options.resume) require_place_for(report.directory, dataset_files(), options.overwrite);
    UnfinishedDirectory unfinished(unfinished_beside(report.directory), plan.job(), begin_of(options),
                                   options.overwrite);
    report.resumed = unfinished.kept();
    run_resumably(unfinished, options, [&] {
        if (options.resume && !unfinished.replaces()) refuse_other_dataset(plan, report.directory);
        // The run replaces existing files if --force says so now, if it said so when the work began, or if they
        // are this dataset.
        StagedDirectory staged(report.directory, dataset_files(),
                               options.overwrite || unfinished.replaces() || finished, unfinished.files());
        write_files(plan, unfinished, staged.path(), report);
        staged.commit();
    });
    unfinished.remove();
    for (SplitReport& split : report.splits) split.file = report.directory / split.file.filename();
    return report;
}

// A shard: blocks go into journals only, and finish_shard() marks them complete. The first shard also stores the
// Lyapunov exponent.
GenerateReport generate_shard(DatasetPlan& plan) {
    const GenerateOptions& options = plan.options;
    GenerateReport report;
    report.system = plan.compiled.spec.name;
    report.directory = shard_directory(options.directory, plan.compiled.spec.name, *options.shard);
    report.finished_before = !options.overwrite && is_finished_shard(report.directory, plan.job());
    if (report.finished_before) return report;
    refuse_symbolic_link(report.directory.parent_path());  // DIR/<system>.shards may belong to others
    // The destructor keeps the directory, because finish_shard() has put finished.json into it.
    UnfinishedDirectory unfinished(report.directory, plan.job(), begin_of(options), false);
    report.resumed = unfinished.kept();
    run_resumably(unfinished, options, [&] {
        if (options.lyapunov && options.shard->number == 1) kept_lyapunov(plan, unfinished.path() / "lyapunov.json");
        Counter counter(plan);
        for (Split split : all_splits) {
            if (plan.count(split) == 0) continue;
            report.splits.push_back(empty_report(plan, split));
            report.splits.back().file = unfinished.journal(name(split));
        }
        RefinedBlocks blocks(plan);
        for (SplitReport& split : report.splits)
            journaled_blocks(blocks, plan, split.split, split.file, [&](DrawnBatch&& block) {
                add_to_report(split, plan, block);
                counter.add(block);
            });
        blocks.finish();
        finish_shard(unfinished, plan, report.splits);
    });
    return report;
}

// A remark for each split that is shorter than requested.
std::vector<std::string> shortened(const DatasetPlan& plan, const GenerateOptions& options) {
    std::vector<std::string> remarks;
    for (Split split : all_splits) {
        const std::uint64_t asked = options.count[static_cast<std::size_t>(split)].value_or(0);
        if (asked > plan.count(split))
            remarks.push_back(std::string(name(split)) + " has " + trajectories_text(plan.count(split)) +
                              " instead of " + std::to_string(asked) + ": the system has no more states");
    }
    return remarks;
}

}  // namespace

void require_makeable(const SystemSpec& spec, const GenerateOptions& options) {
    const DatasetPlan plan(spec, options);
    if (!options.resume && !options.shard)
        require_place_for(options.directory / spec.name, dataset_files(), options.overwrite);
}

GenerateReport generate(const SystemSpec& spec, const GenerateOptions& options) {
    DatasetPlan plan(spec, options);
    GenerateReport report = options.shard ? generate_shard(plan) : generate_dataset(plan);
    if (options.states.empty()) report.remarks = plan.compiled.sampler.remarks();
    if (const std::string warning = freedom_warning(plan.compiled.system); !warning.empty())
        report.remarks.insert(report.remarks.begin(), warning);
    for (std::string& remark : shortened(plan, options)) report.remarks.push_back(std::move(remark));
    return report;
}

}  // namespace cchnn
