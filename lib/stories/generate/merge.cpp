#include "stories/generate/merge.hpp"

#include <algorithm>
#include <bit>
#include <filesystem>
#include <map>
#include <memory>
#include <nlohmann/json.hpp>

#include "core/counted.hpp"
#include "core/errors.hpp"
#include "core/number_text.hpp"
#include "core/option.hpp"
#include "core/paths/read_file.hpp"
#include "core/sha256.hpp"
#include "core/to_size.hpp"
#include "core/version.hpp"
#include "dataset/resume/journal.hpp"
#include "dataset/resume/lyapunov_file.hpp"
#include "dataset/resume/staged_directory.hpp"
#include "integrate/protocol/read_protocol.hpp"
#include "integrate/trajectory_arrays.hpp"
#include "integrate/trajectory_source.hpp"
#include "spec/json/json_syntax.hpp"
#include "spec/read_system.hpp"
#include "stories/generate/dataset_plan.hpp"
#include "stories/generate/shard_directory.hpp"
#include "stories/generate/split_writing.hpp"

namespace cchnn {
namespace {

// Checks that a shard was made by the job that lies beside it. A journal holds only numbers, so the first
// trajectories of its part of each set, at most eight, are made again, from the draw of their states to refinement, and
// compared bit for bit. A wrong seed, protocol, dt or system shows there, unless a looser tolerance takes the same
// steps in all of them.

constexpr int as_many = 8;  // in lanes they take as long as one

// The initial state of trajectory i of a batch.
InitialState start_of(const TrajectoryBatch& batch, int i) {
    const auto width = static_cast<long>(batch.nodes) * batch.dimension;
    const long first = static_cast<long>(i) * batch.samples;
    const auto entries = [&](const std::vector<double>& all, long own) {
        return std::vector<double>(all.begin() + first * own, all.begin() + (first + 1) * own);
    };
    InitialState start{entries(batch.x, width), entries(batch.v, width)};
    const std::size_t states = to_size(batch.count) * batch.samples;
    for (const auto* all : {&batch.track_parameter, &batch.counted_angle}) {
        const std::vector<double> own = entries(*all, all->size() / states);
        start.s.insert(start.s.end(), own.begin(), own.end());
    }
    const auto inputs = batch.u.begin() + first * static_cast<long>(batch.u.size() / states);
    start.u.assign(inputs, inputs + batch.u.size() / batch.count);
    return start;
}

// The first trajectories of a block, made again by the plan.
// With a file of initial states the sampler is not asked; the states of the block itself then replace that
// file, beginning with trajectory 0.
TrajectoryBatch made_again(const DatasetPlan& plan, Split split, const TrajectoryBatch& block) {
    const int count = std::min(block.count, as_many);
    std::vector<InitialState> states;
    for (int i = 0; plan.states_source && i < count; ++i) states.push_back(start_of(block, i));
    GivenInputs inputs;
    if (plan.inputs_source) inputs = {block.u, to_size(block.count)};
    const GivenData given{states, inputs, -static_cast<std::int64_t>(block.first)};
    return drawn_trajectories(plan.compiled.system, plan.compiled.sampler, plan.options.seed, split, block.first, count,
                              plan.times, plan.options.protocol, plan.options.on_failure == OnFailure::resample,
                              plan.options.bound ? &plan.bound_rule : nullptr, &given, Refine::now)
        .batch;
}

// Describes the first difference, or "". After the end of a trajectory both are NaN.
std::string difference(const char* what, const std::vector<double>& stored, const std::vector<double>& again,
                       const TrajectoryBatch& batch) {
    const std::size_t each = std::max<std::size_t>(again.size() / to_size(batch.count), 1);
    for (std::size_t k = 0; k < again.size(); ++k)
        if (std::bit_cast<std::uint64_t>(stored[k]) != std::bit_cast<std::uint64_t>(again[k]) &&
            !(stored[k] != stored[k] && again[k] != again[k]))
            return "of trajectory " + std::to_string(batch.first + k / each) + " " + what + " is " +
                   number_text(stored[k]) + ", made again " + number_text(again[k]);
    return "";
}

// `block` is the first of a shard. A merge does not have a file of initial states; then those of the journal count as
// given, and the seed, which only selects training windows, remains unchecked. Throws DataError.
void require_made_by(const DatasetPlan& plan, Split split, const std::filesystem::path& journal,
                     const DrawnBatch& block) {
    TrajectoryBatch again = made_again(plan, split, block.batch);
    again.first = block.batch.first;
    for (const TrajectoryArray& array : kept_arrays)
        if (const std::string text = difference(array.path + 1, block.batch.*array.values, again.*array.values, again);
            !text.empty())
            throw DataError(
                journal.string(),
                "was not made with the job.json beside it (another seed, integration settings, times or system): " +
                    text + "; put the job.json of the run back, or make the shard again");
}

namespace fs = std::filesystem;

// The system that a shard stores, checked against its job.
SystemSpec system_of(const FoundShard& shard, const nlohmann::json& job) {
    const fs::path file = shard.directory / "system.json";
    if (!fs::exists(file)) throw DataError(file.string(), "is missing");
    const std::string text = read_file(file, "a JSON file");
    if (sha256_of_text(text) != job.at("system").at("sha256"))
        throw DataError(file.string(), "is not the system that job.json names");
    SystemSpec spec = parse_system(text, file.string());
    if (spec.name != shard.system)
        throw DataError(file.string(), "is the system '" + spec.name + "', job.json names '" + shard.system + "'");
    spec.json = text;
    if (job.at("system").at("built_in")) spec.source = "built-in:" + spec.name;
    return spec;
}

// The options of the single run that the job describes.
GenerateOptions options_of(const FoundShard& shard, const nlohmann::json& job, const fs::path& output, int threads) {
    GenerateOptions options;
    options.directory = output;
    options.threads = threads;
    for (Split split : all_splits)
        options.count[static_cast<std::size_t>(split)] = job.at(name(split)).get<std::uint64_t>();
    options.dt = job.at("dt").get<double>();
    options.samples = job.at("steps").get<int>();
    options.seed = job.at("seed");
    options.chunk_length = job.at("chunk");
    if (job.contains("compress")) options.compress = job.at("compress").get<int>();
    const auto given = [&](const char* what) {
        return job.contains(what)
                   ? std::optional(GivenFile{job.at(what).at("file").get<std::string>(), job.at(what).at("sha256")})
                   : std::nullopt;
    };
    options.states_source = given("states");
    options.inputs_source = given("inputs");
    options.protocol = read_protocol(job.at("protocol").dump(), (shard.directory / "job.json").string());
    options.bound = job.at("bound") == "on";
    options.refine = job.at("refine").get<double>();
    options.lyapunov = job.at("lyapunov");
    if (job.contains("with")) options.with = read_derived_choice(job.at("with"), "with");
    options.on_failure = job.at("on-failure") == "fail" ? OnFailure::fail : OnFailure::resample;
    if (job.contains("publication")) options.publication = read_publication(job.at("publication").dump());
    return options;
}

// Another version may draw or integrate differently; a merged dataset would be of both.
void require_this_version(const FoundShard& shard, const nlohmann::json& job) {
    if (job.at("tool_version") != tool_version)
        throw DataError(shard.directory.string(), "is of version " + job.at("tool_version").dump() +
                                                      ", this program is " + tool_version +
                                                      "; merge with the version that made it");
}

// Passes the blocks of a split from all shards to `sink`, in order of trajectories. The first trajectories of each
// shard are made again and compared.
void merged_blocks(const DatasetPlan& plan, Split split, const std::vector<FoundShard>& shards, const BlockSink& sink) {
    for (const FoundShard& shard : shards) {
        const Range range = part_of(plan.count(split), shard.shard);
        const fs::path file = shard.directory / (std::string(name(split)) + ".journal");
        JournalReader reader(file, range.first, range.first + range.count, plan.one_trajectory());
        while (std::optional<DrawnBatch> block = reader.next()) {
            if (block->batch.first == range.first) require_made_by(plan, split, file, *block);
            plan.complete(*block);
            sink(std::move(*block));
        }
        if (reader.next_trajectory() != range.first + range.count)
            throw DataError(file.string(), "is damaged behind byte " + std::to_string(reader.good_bytes()) + ", " +
                                               std::to_string(reader.next_trajectory() - range.first) + " of " +
                                               trajectories_text(range.count) + " are intact; remove " +
                                               (shard.directory / "finished.json").string() +
                                               " and run the shard again with " + option("resume"));
    }
}

// The directory DIR of a shard DIR/<system>.shards/shard-1-of-2.
// A relative path of one component has no parent, so that it is made absolute first.
fs::path beside_shards(const FoundShard& shard) {
    const fs::path shards = shard.directory.parent_path();
    return shards.empty() ? fs::absolute(shard.directory).parent_path().parent_path() : shards.parent_path();
}

// Writes the files of all splits from the journals, then the manifest, into the staging directory.
void write_files(const MergeOptions& asked, const DatasetPlan& plan, const std::vector<FoundShard>& shards,
                 const fs::path& directory, GenerateReport& report) {
    std::vector<SplitContent> contents;
    std::uint64_t done = 0;
    for (Split split : all_splits) {
        if (plan.count(split) == 0) continue;
        SplitWriter writer(plan, split, directory / (std::string(name(split)) + ".h5"));
        merged_blocks(plan, split, shards, [&](DrawnBatch&& block) {
            writer.add(block);
            done += static_cast<std::uint64_t>(block.batch.count);
            if (asked.progress) asked.progress(plan.compiled.spec.name, done, plan.total());
        });
        report.splits.push_back(writer.finish());
        contents.push_back(writer.content());
    }
    write_manifest(directory, plan.manifest(std::move(contents)));
}

// The plan that the shards are parts of. Errors in it are reported about job.json, not about the command line.
// job.json may have been edited by hand: a missing key or another type becomes changed_job(), an impossible
// value is reported with the path of the file in place of an option.
std::unique_ptr<DatasetPlan> plan_of(const MergeOptions& asked, const FoundShard& first) {
    const std::string file = (first.directory / "job.json").string();
    try {
        const nlohmann::json job = parse_json(first.job, file);
        require_this_version(first, job);
        const fs::path output = asked.output.value_or(beside_shards(first));
        return std::make_unique<DatasetPlan>(system_of(first, job), options_of(first, job, output, asked.threads));
    } catch (const UsageError& error) {
        std::vector<Problem> problems;
        for (const Problem& problem : error.problems()) problems.push_back({file, problem.where + " " + problem.what});
        throw DataError(std::move(problems));
    } catch (const nlohmann::json::exception&) {
        throw changed_job(first.directory);
    }
}

// A dataset that is finished, by an earlier merge or a single run, is checked and kept. Otherwise files are
// made in a staging directory and moved into place together.
GenerateReport merge_system(const MergeOptions& asked, const std::vector<FoundShard>& shards) {
    const FoundShard& first = shards.front();
    const std::unique_ptr<DatasetPlan> made = plan_of(asked, first);
    DatasetPlan& plan = *made;
    const fs::path& output = plan.options.directory;
    if (plan.options.lyapunov) plan.lyapunov = read_lyapunov_file(first.directory / "lyapunov.json");
    if (plan.options.lyapunov && !plan.lyapunov)
        throw DataError((first.directory / "lyapunov.json").string(), "is missing");

    GenerateReport report;
    report.system = first.system;
    report.directory = output / first.system;
    const bool finished = plan.is_finished(report.directory);
    report.finished_before = finished && !asked.overwrite && !fs::exists(unfinished_beside(report.directory));
    if (report.finished_before) {
        plan.require_unchanged(report.directory);
        report.splits = finished_splits(plan, report.directory);
        return report;
    }
    const bool overwrite = asked.overwrite || finished;  // finished: an earlier merge was killed at its very end
    require_place_for(report.directory, dataset_files(), overwrite);
    UnfinishedDirectory work(unfinished_beside(report.directory), first.job,
                             asked.overwrite ? Begin::anew : Begin::fresh, false);
    work.publish(report.directory, dataset_files(), overwrite,
                 [&](const fs::path& directory) { write_files(asked, plan, shards, directory, report); });
    for (SplitReport& split : report.splits) split.file = report.directory / split.file.filename();
    return report;
}

// The directory .shards goes with its last shard. Only marked directories are removed.
void remove_shards(const std::vector<FoundShard>& shards) {
    for (const FoundShard& shard : shards) MarkedDirectory(shard.directory).remove();
    std::error_code ignored;
    for (const FoundShard& shard : shards)
        if (const fs::path parent = shard.directory.parent_path(); parent.extension() == ".shards")
            fs::remove(parent, ignored);  // when empty
}

// Reports before hours of work what would prevent the removal of shards after them.
void require_removable(const std::vector<FoundShard>& shards) {
    std::vector<Problem> problems;
    for (const FoundShard& shard : shards)
        for (const fs::path& path : {shard.directory, shard.directory.parent_path()})
            if (fs::is_symlink(path) && (path == shard.directory || path.extension() == ".shards"))
                problems.push_back({path.string(), "is a symbolic link, which " + option("remove-shards") +
                                                       " does not follow; leave that option out"});
    if (!problems.empty()) throw IoError(std::move(problems));
}

}  // namespace

// The sets of all systems are checked before the first one is merged. With --remove-shards the shards of a
// system go as soon as its dataset is in place.
std::vector<GenerateReport> merge(const MergeOptions& options) {
    if (options.threads < 1 || options.threads > 1024)
        throw UsageError(option("threads"), "must be 1 .. 1024, got " + std::to_string(options.threads));
    std::map<std::string, std::vector<FoundShard>> systems;
    for (FoundShard& shard : find_shards(options.directories)) systems[shard.system].push_back(std::move(shard));
    std::vector<Problem> problems;
    for (auto& [name, shards] : systems) {
        try {
            shards = complete_set(shards);
        } catch (const DataError& error) {
            problems.insert(problems.end(), error.problems().begin(), error.problems().end());
        }
    }
    if (!problems.empty()) throw DataError(std::move(problems));
    if (options.remove_shards)
        for (const auto& [name, shards] : systems) require_removable(shards);
    std::vector<GenerateReport> reports;
    for (const auto& [name, shards] : systems) {
        reports.push_back(merge_system(options, shards));
        if (options.remove_shards) remove_shards(shards);
    }
    return reports;
}

}  // namespace cchnn
