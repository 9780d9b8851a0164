#include <cstdio>

#include "../progress.hpp"
#include "../quiet.hpp"
#include "commands.hpp"
#include "core/input_files.hpp"
#include "core/stop.hpp"
#include "core/trajectory_count.hpp"
#include "dataset/documents/manifest.hpp"
#include "print_generated.hpp"
#include "spec/read_system.hpp"
#include "stories/regenerate.hpp"

namespace cchnn {
namespace {

// What a word of the command line stands for: "all" for the systems of systems/ itself, "benchmarks" and "peers" for
// those of its folders, anything else for itself.
std::vector<std::string> expanded(const std::string& word) {
    if (word != "all" && word != "benchmarks" && word != "peers") return {word};
    std::vector<std::string> names = builtin_system_names();
    std::erase_if(names,
                  [&](const std::string& name) { return builtin_system_group(name) != (word == "all" ? "" : word); });
    return names;
}

std::vector<SystemSpec> load_systems(const std::vector<std::string>& names) {
    std::vector<SystemSpec> specs;
    std::vector<Problem> problems;
    for (const std::string& name : names) {
        for (const std::string& one : expanded(name)) {
            SystemSpec spec = load_system(one);
            for (const SystemSpec& other : specs)
                if (other.name == spec.name)
                    problems.push_back({one, "has the same name '" + spec.name + "' as " + other.source +
                                                 ", and would write to the same directory"});
            specs.push_back(std::move(spec));
        }
    }
    if (!problems.empty()) throw UsageError(std::move(problems));
    return specs;
}

// What the first block takes.
std::string working_on(const GenerateOptions& options) {
    std::string doing = options.lyapunov ? "Lyapunov exponents, " : "";
    doing += options.states.empty() ? "sampling, integrating" : "integrating";
    return options.bound ? doing + ", bounds" : doing;
}

GenerateReport generate_and_print(const SystemSpec& spec, GenerateOptions options) {
    GenerateReport report;
    double seconds = 0;
    {
        Progress progress(spec.name, working_on(options));  // its line is gone before the report is printed
        options.progress = [&](std::uint64_t done, std::uint64_t total) { progress(done, total); };
        report = generate(spec, options);
        seconds = progress.seconds();
    }
    print(report, seconds);
    return report;
}

// The dataset of a lock file, and whether it is the same.
ExitCode generate_locked(const GenerateCommand& command) {
    const LockFile lock = read_lock_file(command.lock);
    if (command.systems.size() > 1) throw UsageError("SYSTEM", "one lock file is about one system, got several");
    require_states(lock, command.options.states);
    if (auto problems = contradictions(lock, command.options, command.given); !problems.empty())
        throw UsageError(std::move(problems));
    const SystemSpec spec =
        locked_system(lock, command.systems.empty() ? std::nullopt : std::optional(command.systems.front()));
    if (command.options.overwrite)
        for (const std::string& file : dataset_files())
            refuse_inputs(command.options.directory / spec.name / file, {command.lock});
    const GenerateReport report = generate_and_print(spec, locked_options(lock, command.options));
    if (command.options.shard) return ExitCode::ok;  // nothing to compare yet: verify DIR --lock does, after merge
    const LockComparison found = compare_with(lock, report.directory);
    for (const DigestDifference& difference : found.differences) std::printf("  %s\n", to_text(difference).c_str());
    for (const std::string& remark : found.remarks) std::printf("  %s\n", remark.c_str());
    std::printf("  %s %s\n", found.differences.empty() ? "the same as" : "DIFFERS from", lock.path.c_str());
    return found.differences.empty() ? ExitCode::ok : ExitCode::gate_failed;
}

void roll_out(const SystemSpec& spec, RolloutOptions options) {
    RolloutReport report;
    double seconds = 0;
    {
        Progress progress(spec.name, "integrating");
        options.progress = [&](std::uint64_t done, std::uint64_t total) { progress(done, total); };
        report = rollout(spec, options);
        seconds = progress.seconds();
    }
    if (quiet) return;
    std::printf("%s: %s of %d samples, dt %g s  (%.2f s), content digest %.12s\n", options.output.c_str(),
                trajectories_text(report.count).c_str(), report.samples, report.dt, seconds,
                report.content_digest.c_str());
    for (const auto& [reason, times] : report.ended_early)
        std::printf("  %llu ended early (NaN from there on): %s\n", static_cast<unsigned long long>(times),
                    reason.c_str());
    if (!report.passed_centres.empty()) std::printf("  %s\n", report.passed_centres.c_str());
    std::fflush(stdout);
}

}  // namespace

ExitCode run(const GenerateCommand& command) {
    if (!command.lock.empty()) return generate_locked(command);
    if (command.systems.empty())
        throw UsageError("SYSTEM", "is missing: a built-in name, a path to a JSON file, or all");
    for (const SystemSpec& spec : load_systems(command.systems)) generate_and_print(spec, command.options);
    return ExitCode::ok;
}

ExitCode run(const RolloutCommand& command) {
    const SystemSpec spec = load_system(command.system);
    std::size_t finished = 0;
    try {
        for (const RolloutOptions& one : command.sweep) roll_out(spec, one), ++finished;
    } catch (Stopped& stopped) {
        if (finished > 0)
            stopped.tell(std::to_string(finished) + " of " + std::to_string(command.sweep.size()) +
                         " files are finished; go on with the other values of --sweep");
        throw;
    }
    return ExitCode::ok;
}

}  // namespace cchnn
