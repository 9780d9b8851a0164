#include "stories/generate/generate.hpp"

#include <deque>
#include <filesystem>

#include "core/counted.hpp"
#include "core/errors.hpp"
#include "core/option.hpp"
#include "core/paths/input_files.hpp"
#include "dataset/resume/staged_directory.hpp"
#include "dataset/resume/unfinished_directory.hpp"
#include "model/freedom_warning.hpp"
#include "stories/generate/resumable_job.hpp"
#include "stories/generate/shard_directory.hpp"
#include "stories/generate/split_writing.hpp"

namespace cchnn {
namespace {

namespace fs = std::filesystem;

// Writes all files of a dataset into `directory`. Writers live in a deque because a block may arrive at its writer
// after later writers have been created, and references into a deque stay valid. Files are completed in the order of
// splits at the end.
void write_files(DatasetPlan& plan, const ResumableJob& job, const fs::path& directory, GenerateReport& report) {
    if (plan.options.lyapunov) plan.lyapunov = job.exponent();
    std::vector<SplitContent> contents;
    std::deque<SplitWriter> writers;
    job.make([&](Split split) {
        SplitWriter& writer = writers.emplace_back(plan, split, directory / (std::string(name(split)) + ".h5"));
        return [&writer](DrawnBatch&& block) { writer.add(block); };
    });
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

// Files in the way of a run without --resume, which says so where that would keep or finish them.
void require_place(const DatasetPlan& plan, const fs::path& directory) {
    const GenerateOptions& options = plan.options;
    if (!options.overwrite && options.go_on == GoOn::by_option && fs::is_regular_file(directory / "manifest.json") &&
        plan.is_finished(directory))
        throw IoError(directory.string(), "holds the dataset of this command already; " + option("resume") +
                                              " keeps it and makes what is missing of others, " + option("overwrite") +
                                              " replaces it");
    require_place_for(directory, dataset_files(), options.overwrite);
}

// A whole dataset: blocks go through the journals of the job into staged files, which appear in place together.
GenerateReport generate_dataset(DatasetPlan& plan) {
    const GenerateOptions& options = plan.options;
    GenerateReport report;
    report.system = plan.compiled.spec.name;
    report.directory = options.directory / plan.compiled.spec.name;
    // A finished dataset beside unfinished work means that an earlier run was killed between the last two steps of
    // publish(): the run then continues from complete journals, may replace the dataset by an identical one, and
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
    const fs::path unfinished = unfinished_beside(report.directory);
    if (!options.resume && (options.overwrite || kept_trajectories(unfinished) == 0))
        require_place(plan, report.directory);  // named before old files: a run with --force was interrupted
    ResumableJob job(plan, unfinished, options.overwrite);
    report.resumed = job.directory().kept();
    // The run replaces existing files if --force says so now, if it said so when the work began, or if they are this
    // dataset.
    const bool replaces = job.directory().replaces();
    job.run([&] {
        if (options.resume && !replaces) refuse_other_dataset(plan, report.directory);
        job.directory().publish(report.directory, dataset_files(), options.overwrite || replaces || finished,
                                [&](const fs::path& directory) { write_files(plan, job, directory, report); });
    });
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
    ResumableJob job(plan, report.directory, false);
    report.resumed = job.directory().kept();
    job.run([&] {
        if (options.lyapunov && options.shard->number == 1) job.exponent();
        std::deque<SplitReport> splits;  // a block may arrive after later reports have been created
        job.make([&](Split split) {
            SplitReport& sums = splits.emplace_back(empty_report(plan, split));
            sums.file = job.directory().journal(name(split));
            return [&plan, &sums](DrawnBatch&& block) { add_to_report(sums, plan, block); };
        });
        report.splits.assign(splits.begin(), splits.end());
        finish_shard(job.directory(), plan, report.splits);
    });
    return report;
}

// A remark for each split that is shorter than requested, and where the states of a file are a test set alone.
std::vector<std::string> shortened(const DatasetPlan& plan, const GenerateOptions& options) {
    std::vector<std::string> remarks;
    for (Split split : all_splits) {
        const std::uint64_t asked = options.count[static_cast<std::size_t>(split)].value_or(0);
        if (asked > plan.count(split))
            remarks.push_back(std::string(name(split)) + " has " + trajectories_text(plan.count(split)) +
                              " instead of " + std::to_string(asked) + ": the system has no more states");
    }
    const long given = plan.compiled.sampler.given_count();
    if (given >= 0 && given == static_cast<long>(plan.count(Split::test)) && options.states.empty() &&
        !plan.compiled.spec.source.starts_with("built-in:"))
        remarks.push_back("the file gives " + counted(static_cast<std::uint64_t>(given), "state") +
                          ", all for the test set: " + option("train") +
                          " takes some of them, and 'bodies' that start at random give "
                          "any number of trajectories (cchnn-gen convert --random-starts)");
    return remarks;
}

}  // namespace

void require_makeable(const SystemSpec& spec, const GenerateOptions& options) {
    const DatasetPlan plan(spec, options);
    if (!options.resume && !options.shard) require_place(plan, options.directory / spec.name);
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
