#include "stories/audit.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <cmath>
#include <thread>

#include "core/parallel_for.hpp"
#include "core/to_size.hpp"
#include "dataset/reader/trajectory_file.hpp"
#include "graph/body_graph.hpp"
#include "integrate/true_solution.hpp"
#include "sample/random_subset.hpp"
#include "sample/system_member.hpp"
#include "spec/read_system.hpp"

namespace cchnn {
namespace {

namespace fs = std::filesystem;

std::string file_of(Split split) { return std::string(name(split)) + ".h5"; }

bool is_dataset(const fs::path& directory) {
    return std::any_of(all_splits.begin(), all_splits.end(),
                       [&](Split split) { return fs::is_regular_file(directory / file_of(split)); });
}

// One stored trajectory, as the file has it.
struct Stored {
    std::string split;
    std::uint64_t trajectory;
    int samples;  // before its end
    std::vector<double> x, v, bound, parameters;
};

std::vector<TrajectoryFile> open_files(const fs::path& directory, const std::optional<Split>& wanted) {
    std::vector<TrajectoryFile> files;
    for (Split split : all_splits) {
        if (wanted && *wanted != split) continue;
        if (fs::exists(directory / file_of(split))) files.emplace_back(directory / file_of(split));
    }
    std::vector<Problem> problems;
    for (const TrajectoryFile& file : files)
        if (file.info().description.kind != "dataset")
            problems.push_back({file.path().string(), "is a submission; a dataset is audited"});
    if (!problems.empty()) throw DataError(problems);
    if (files.empty()) throw IoError((directory / (wanted ? file_of(*wanted) : "test.h5")).string(), "does not exist");
    return files;
}

Stored read_stored(const TrajectoryFile& file, std::uint64_t trajectory) {
    const TrajectoryFileInfo& info = file.info();
    Stored stored{info.description.split, trajectory, info.samples, {}, {}, {}, {}};
    file.read(trajectory, 1, stored.x, stored.v);
    file.read_parameters(trajectory, 1, stored.parameters);
    if (info.description.bounded) file.read_error_bound(trajectory, 1, stored.bound);
    const std::size_t width = to_size(info.nodes) * to_size(info.dimension);
    const auto ended = [&](int k) { return std::isnan(stored.x[to_size(k) * width]); };
    while (stored.samples > 0 && ended(stored.samples - 1)) --stored.samples;
    return stored;
}

std::vector<Stored> read_sample(const std::vector<TrajectoryFile>& files, std::uint64_t population,
                                const AuditOptions& options) {
    std::vector<Stored> sample;
    for (std::uint64_t number : random_subset(population, options.sample, options.seed)) {
        auto file = files.begin();
        for (; number >= file->info().count; ++file) number -= file->info().count;
        sample.push_back(read_stored(*file, number));
    }
    return sample;
}

std::vector<double> errors_of(const SystemSpec& spec, const ConstrainedSystem& system, const Stored& stored,
                              double dt) {
    const TimeGrid times{dt, stored.samples};
    const StoredTrajectory trajectory{stored.x.data(), stored.v.data()};
    if (stored.parameters.empty()) return true_errors(system, times, trajectory);
    const SystemMember member(spec, system, stored.parameters);  // a system of its own
    return true_errors(member.system, times, trajectory);
}

// Progress is told by the calling thread alone, which works like the others.
std::vector<std::vector<double>> errors_of(const SystemSpec& spec, const ConstrainedSystem& system,
                                           const std::vector<Stored>& sample, double dt, const AuditOptions& options) {
    std::vector<std::vector<double>> errors(sample.size());
    std::atomic<std::uint64_t> done = 0;
    const auto caller = std::this_thread::get_id();
    parallel_for(sample.size(), options.threads, [&](std::size_t i) {
        errors[i] = errors_of(spec, system, sample[i], dt);
        ++done;
        if (options.progress && std::this_thread::get_id() == caller) options.progress(done, sample.size());
    });
    return errors;
}

}  // namespace

std::vector<Problem> AuditOptions::check() const {
    std::vector<Problem> problems;
    if (sample < 1) problems.push_back({"--sample", "must be at least 1, got " + std::to_string(sample)});
    if (threads < 1 || threads > 1024)
        problems.push_back({"--threads", "must be 1 .. 1024, got " + std::to_string(threads)});
    return problems;
}

std::vector<fs::path> dataset_directories(const std::vector<fs::path>& given) {
    std::vector<fs::path> found;
    for (const fs::path& directory : given) {
        if (!fs::is_directory(directory)) throw IoError(directory.string(), "is not a directory");
        if (is_dataset(directory)) {
            found.push_back(directory);
            continue;
        }
        std::vector<fs::path> below;
        for (const fs::directory_entry& entry : fs::directory_iterator(directory))
            if (entry.is_directory() && is_dataset(entry.path())) below.push_back(entry.path());
        if (below.empty())
            throw IoError(directory.string(),
                          "holds no dataset: no train.h5, valid.h5 or test.h5 there or one level below");
        std::sort(below.begin(), below.end());
        found.insert(found.end(), below.begin(), below.end());
    }
    return found;
}

AuditReport audit(const fs::path& directory, const AuditOptions& options) {
    if (auto problems = options.check(); !problems.empty()) throw UsageError(std::move(problems));
    const std::vector<TrajectoryFile> files = open_files(directory, options.split);
    const TrajectoryFileInfo& first = files.front().info();
    const SystemSpec spec =
        parse_system(first.description.system_json, files.front().path().string() + ":/system/json");
    const BodyGraph graph(spec);
    const ConstrainedSystem system(spec, graph);

    std::uint64_t population = 0;
    for (const TrajectoryFile& file : files) population += file.info().count;
    const std::vector<Stored> sample = read_sample(files, population, options);
    const std::vector<std::vector<double>> errors =
        errors_of(spec, system, sample, first.description.times.dt, options);
    AuditTally tally;
    for (std::size_t i = 0; i < sample.size(); ++i)
        tally.add({sample[i].split, sample[i].trajectory}, errors[i], sample[i].bound, first.description.times.dt);
    AuditReport report = tally.finish();
    report.system = first.system_name;
    report.directory = directory.string();
    report.population = population;
    return report;
}

}  // namespace cchnn
