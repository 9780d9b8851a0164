#include "generate.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <mutex>

#include "core/errors.hpp"
#include "core/to_size.hpp"
#include "dataset/dataset_writer.hpp"
#include "dataset/manifest.hpp"
#include "dataset/staged_directory.hpp"
#include "integrate/batch_coordinates.hpp"
#include "integrate/ordered_blocks.hpp"
#include "integrate/trajectory_source.hpp"
#include "lyapunov/lyapunov.hpp"

namespace cchnn {
namespace {

constexpr std::array<Split, 3> all_splits{Split::train, Split::valid, Split::test};

std::uint64_t count_of(const GenerateOptions& options, Split split, const Sampler& sampler) {
    const auto& asked = options.count[static_cast<std::size_t>(split)];
    if (asked) return *asked;
    if (sampler.given_count() >= 0) return split == Split::test ? static_cast<std::uint64_t>(sampler.given_count()) : 0;
    return split == Split::train ? 800 : 100;
}

// One system on its way: what every split needs.
struct Plan {
    const SystemSpec& spec;
    const BodyGraph& graph;
    const ConstrainedSystem& system;
    const Sampler& sampler;
    const GeneralisedCoordinates& coordinates;
    const GenerateOptions& options;
    TimeGrid times;
    std::optional<LyapunovRecord> lyapunov;
};

// The worst relative energy drift of a batch (energy and what was lost to damping), by the largest kinetic energy of each trajectory: unlike |H(0)| it does
// not depend on where the potential is zero.
double energy_drift(const ConstrainedSystem& system, const TrajectoryBatch& batch) {
    double worst = 0;
    for (int i = 0; i < batch.count; ++i) {
        double drift = 0, kinetic = 0;
        const std::size_t begin = to_size(i) * to_size(batch.samples);
        for (std::size_t k = begin; k < begin + to_size(batch.samples); ++k) {
            const double lost = batch.dissipated.empty() ? 0 : batch.dissipated[k];
            drift = std::max(drift, std::fabs(batch.energy[k] + lost - batch.energy[begin]));
            kinetic = std::max(kinetic, system.kinetic_energy(&batch.v[k * to_size(system.state_size())]));
        }
        if (kinetic > 0) worst = std::max(worst, drift / kinetic);
    }
    return worst;
}

void add_bound_statistics(SplitReport& report, TimeGrid times, const TrajectoryBatch& batch) {
    for (double bound : batch.error_bound) report.worst_bound = std::max(report.worst_bound, bound);
    for (double until : batch.valid_until) report.beyond_level += !(until >= times.time(times.samples - 1));
}

void add_statistics(SplitReport& report, const ConstrainedSystem& system, const TrajectoryBatch& batch) {
    for (const Outcome& outcome : batch.outcomes) {
        report.accepted += outcome.accepted;
        report.rejected += outcome.rejected;
    }
    report.worst_energy_drift = std::max(report.worst_energy_drift, energy_drift(system, batch));
}

SplitReport write_split(const Plan& plan, Split split, std::uint64_t count, const std::filesystem::path& file,
                        const std::function<void(std::uint64_t)>& progress) {
    const GenerateOptions& options = plan.options;
    DatasetDescription description;
    description.kind = "dataset";
    description.split = name(split);
    description.seed = options.seed;
    description.count = count;
    description.times = plan.times;
    description.system_json = plan.spec.json;
    description.units = plan.spec.units;
    description.varied = plan.spec.varied;
    description.dissipative = plan.system.dissipative();
    description.nodes = node_labels(plan.graph);
    description.coordinates = plan.coordinates.table();
    description.why_no_coordinates = plan.coordinates.why_none();
    description.lyapunov = plan.lyapunov;
    const ErrorBoundRule rule(options.protocol);
    description.bounded = options.bound, description.bound_level = rule.level;
    description.protocol_json = to_json(options.protocol, options.bound ? &rule : nullptr);
    description.chunks = split == Split::train;
    description.chunk_length = options.chunk_length;
    DatasetWriter writer(file, description, plan.system, options.overwrite);

    SplitReport report;
    report.split = split, report.file = file, report.count = count;
    report.bound_level = options.bound ? rule.level : 0;
    const std::uint64_t size =
        block_size(count, options.threads, plan.times.samples, plan.system.state_size());
    std::mutex drawing;  // sums: the same in whatever order blocks finish
    ordered_blocks(
        (count + size - 1) / size, options.threads,
        [&](std::uint64_t block) {
            const std::uint64_t first = block * size;
            DrawnBatch drawn = drawn_trajectories(plan.system, plan.sampler, options.seed, split, first,
                                                  std::min(size, count - first), plan.times, options.protocol,
                                                  options.on_failure == OnFailure::resample, options.bound ? &rule : nullptr);
            add_coordinates(plan.coordinates, plan.times.dt, drawn.batch);
            const std::lock_guard lock(drawing);
            for (const auto& [reason, times] : drawn.failures) report.failures[reason] += times;
            report.redrawn += drawn.redrawn;
            return std::move(drawn.batch);
        },
        [&](TrajectoryBatch&& batch) {
            writer.append(batch);
            add_statistics(report, plan.system, batch);
            add_bound_statistics(report, plan.times, batch);
            progress(batch.first + to_size(batch.count));
        });
    report.content_digest = writer.finish();
    return report;
}

std::string number(double value) {
    char text[32];
    const auto end = std::to_chars(text, text + sizeof text, value).ptr;  // shortest that reads back the same
    return std::string(text, end);
}

// The command line that makes the directory again: every choice spelled out, no path.
std::string command_of(const Plan& plan, const GenerateReport& report) {
    const GenerateOptions& o = plan.options;
    const bool builtin = plan.spec.source.rfind("built-in:", 0) == 0;
    std::string command = "cchnn-gen generate " + plan.spec.name + (builtin ? "" : ".json") + " -o DIR";
    for (Split split : all_splits) {
        std::uint64_t count = 0;
        for (const SplitReport& done : report.splits)
            if (done.split == split) count = done.count;
        command += " --" + std::string(name(split)) + " " + std::to_string(count);
    }
    command += " --steps " + std::to_string(plan.times.samples) + " --dt " + number(plan.times.dt) + " --chunk " +
               std::to_string(o.chunk_length) + " --seed " + std::to_string(o.seed);
    command += " " + to_flags(o.protocol);
    if (o.lyapunov) command += " --lyapunov";
    if (!o.bound) command += " --bound off";
    return command + (o.on_failure == OnFailure::fail ? " --on-failure fail" : "");
}

// Of states like those of the test set; at the defaults of `cchnn-gen lyapunov`, so that the command finds the same.
LyapunovRecord find_lyapunov(const SystemSpec& spec, const ConstrainedSystem& system, const Sampler& sampler,
                             const GenerateOptions& options, std::uint64_t total) {
    LyapunovOptions asked;
    asked.seed = options.seed;
    asked.threads = options.threads;
    asked.progress = [&](std::uint64_t, std::uint64_t) {
        if (options.progress) options.progress(0, total);  // no trajectory yet, but Ctrl-C is heard
    };
    const LyapunovEstimate estimate = lyapunov(system, sampler, {spec.sampling.dt, spec.sampling.steps}, asked);
    return {estimate.largest(), to_json(estimate)};
}

ManifestContent manifest_of(const Plan& plan, const GenerateReport& report) {
    ManifestContent content;
    content.system_name = plan.spec.name;
    content.system_title = plan.spec.title;
    content.system_description = plan.spec.description;
    content.system_reference = plan.spec.reference;
    content.system_json = plan.spec.json;
    content.units = plan.spec.units;
    const ErrorBoundRule rule(plan.options.protocol);
    content.protocol_json = to_json(plan.options.protocol, plan.options.bound ? &rule : nullptr);
    content.seed = plan.options.seed;
    content.draw_again = plan.options.on_failure == OnFailure::resample;
    content.lyapunov = plan.options.lyapunov;
    content.command = command_of(plan, report);
    for (const SplitReport& split : report.splits) content.splits.push_back(describe_split(split.file, split.redrawn));
    return content;
}

}  // namespace

std::vector<Problem> GenerateOptions::check() const {
    std::vector<Problem> problems;
    const auto rule = [&](bool holds, const char* flag, const std::string& what) {
        if (!holds) problems.push_back({flag, what});
    };
    rule(!directory.empty(), "--output", "a directory to write to is needed");
    constexpr std::uint64_t most = 1'000'000'000'000;
    for (Split split : all_splits)
        if (const auto asked = count[static_cast<std::size_t>(split)].value_or(0); asked > most)
            problems.push_back({std::string("--") + name(split), "must be at most 10^12, got " + std::to_string(asked)});
    rule(!dt || (std::isfinite(*dt) && *dt > 0), "--dt", "must be > 0 s, got " + number(dt.value_or(0)));
    rule(!samples || *samples >= 2, "--steps", "must be at least 2, got " + std::to_string(samples.value_or(0)));
    rule(chunk_length >= 1, "--chunk", "must be at least 1, got " + std::to_string(chunk_length));
    rule(threads >= 1 && threads <= 1024, "--threads", "must be 1 .. 1024, got " + std::to_string(threads));
    for (Problem& problem : protocol.check()) problems.push_back(std::move(problem));
    return problems;
}

GenerateReport generate(const SystemSpec& spec, const GenerateOptions& asked) {
    if (auto problems = asked.check(); !problems.empty()) throw UsageError(std::move(problems));
    const BodyGraph graph(spec);
    const ConstrainedSystem system(spec, graph);
    if (auto problems = refusals(asked.protocol, system); !problems.empty()) throw UsageError(std::move(problems));
    const Sampler sampler(spec, graph, system);
    const GeneralisedCoordinates coordinates(graph);
    const TimeGrid times{asked.dt.value_or(spec.sampling.dt), asked.samples.value_or(spec.sampling.steps)};
    GenerateOptions options = asked;
    options.protocol = with_substeps(asked.protocol, times.dt);
    Plan plan{spec, graph, system, sampler, coordinates, options, times, std::nullopt};

    std::uint64_t done = 0, total = 0;
    for (Split split : all_splits) total += count_of(options, split, sampler);
    if (total == 0) throw UsageError("--train, --valid, --test", "all are 0; ask for at least one trajectory");
    GenerateReport report{spec.name, options.directory / spec.name, {}};
    StagedDirectory staged(report.directory, {"train.h5", "valid.h5", "test.h5", "manifest.json", "README.md", "SHA256SUMS"},
                           options.overwrite);
    if (options.lyapunov) plan.lyapunov = find_lyapunov(spec, system, sampler, options, total);
    for (Split split : all_splits) {
        const std::uint64_t count = count_of(options, split, sampler);
        if (count == 0) continue;
        const auto progress = [&](std::uint64_t here) {
            if (options.progress) options.progress(done + here, total);
        };
        const std::string file = std::string(name(split)) + ".h5";
        report.splits.push_back(write_split(plan, split, count, staged.path() / file, progress));
        done += count;
    }
    write_manifest(staged.path(), manifest_of(plan, report));
    staged.commit();
    for (SplitReport& split : report.splits) split.file = report.directory / split.file.filename();
    return report;
}

}  // namespace cchnn
