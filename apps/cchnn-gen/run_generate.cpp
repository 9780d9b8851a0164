#include <algorithm>
#include <array>
#include <cstdio>

#include "../command_json.hpp"
#include "../progress.hpp"
#include "../tell.hpp"
#include "commands.hpp"
#include "core/counted.hpp"
#include "core/paths/input_files.hpp"
#include "core/stop.hpp"
#include "dataset/documents/manifest.hpp"
#include "print_generated.hpp"
#include "report/commands/made_files.hpp"
#include "spec/read_system.hpp"
#include "stories/generate/split_writing.hpp"
#include "stories/verify/regenerate.hpp"

namespace cchnn {
namespace {

// What a word of the command line stands for: "all" for the systems of systems/ itself, the name of one of its folders for
// those of the folder, anything else for itself.
std::vector<std::string> expanded(const std::string& word) {
    const std::array groups{"all", "benchmarks", "peers", "surfaces", "lagrangians"};
    if (std::find(groups.begin(), groups.end(), word) == groups.end()) return {word};
    std::vector<std::string> names = builtin_system_names();
    std::erase_if(names,
                  [&](const std::string& name) { return builtin_system_group(name) != (word == "all" ? "" : word); });
    return names;
}

struct AskedSystem {
    SystemSpec spec;
    bool by_name = true;  // not as one of a group
};

std::vector<AskedSystem> load_systems(const std::vector<std::string>& names) {
    std::vector<AskedSystem> all;
    std::vector<Problem> problems;
    for (const std::string& name : names) {
        for (const std::string& one : expanded(name)) {
            SystemSpec spec = load_system(one);
            for (const AskedSystem& other : all)
                if (other.spec.name == spec.name)
                    problems.push_back({one, "has the same name '" + spec.name + "' as " + other.spec.source +
                                                 ", and would write to the same directory"});
            all.push_back({std::move(spec), one == name});
        }
    }
    if (!problems.empty()) throw UsageError(std::move(problems));
    return all;
}

// A system of a group that gives fewer states than the command asks for is made with those that it gives.
GenerateOptions options_for(const AskedSystem& system, GenerateOptions options) {
    options.at_most_given = !system.by_name;
    return options;
}

// The present work until the first block is done.
std::string working_on(const GenerateOptions& options) {
    std::string doing = options.lyapunov ? "Lyapunov exponents, " : "";
    doing += options.states.empty() ? "sampling, integrating" : "integrating";
    return options.bound ? doing + ", bounds" : doing;
}

// The `number`-th of the command's systems.
GenerateReport generate_and_print(const SystemSpec& spec, const GenerateCommand& command, GenerateOptions options,
                                  CommandReport& command_report, std::size_t number = 0) {
    GenerateReport report;
    double seconds = 0;
    std::string& item = command_report.items.at(number);
    item = interrupted_json(spec.name, options);  // until it is made
    try {
        Progress progress(spec.name, working_on(options));  // its line is gone before the report is printed
        options.progress = [&](std::uint64_t done, std::uint64_t total) { progress(done, total); };
        report = generate(spec, options);
        seconds = progress.seconds();
    } catch (...) {
        item = interrupted_json(spec.name, options);
        throw;
    }
    if (report.finished_before && !options.shard && !command.json.empty())
        report.splits = finished_splits(DatasetPlan(spec, options), report.directory);
    item = made_json(report);
    if (!is_silent(command.json)) print(report, seconds);
    return report;
}

// All that is read, and all that is written besides the JSON.
OutputRule rule_of(const GenerateCommand& command, const std::vector<std::string>& names) {
    OutputRule rule{{command.lock, command.options.states, command.options.inputs}, command.options.overwrite};
    for (const std::string& system : command.systems)
        if (system.find('/') != std::string::npos || system.ends_with(".json")) rule.inputs.push_back(system);
    for (const std::string& name : names)
        for (const std::string& file : dataset_files()) rule.outputs.push_back(command.options.directory / name / file);
    return rule;
}

// The report before the first of the systems is made.
CommandReport report_of(const std::vector<std::string>& names, const GenerateOptions& options) {
    CommandReport report{"cchnn-gen generate", "systems"};
    for (const std::string& name : names) report.items.push_back(not_reached_json(name, options));
    return report;
}

// Whether the dataset is that of the lock file.
ExitCode compare(const LockFile& lock, const GenerateReport& report, bool silent, CommandReport& command_report) {
    const LockComparison found = compare_with(lock, report);
    command_report.besides = lock_json(lock, found);
    const bool same = found.differences.empty();
    if (!silent) {
        for (const DigestDifference& difference : found.differences) tell_of("  %s\n", to_text(difference).c_str());
        for (const std::string& remark : found.remarks) tell_of("  %s\n", remark.c_str());
        tell_of("  %s %s\n", same ? "the same as" : "DIFFERS from", lock.path.c_str());
    }
    return same ? ExitCode::ok : ExitCode::gate_failed;
}

// The dataset of a lock file, and whether it is the same.
ExitCode generate_locked(const GenerateCommand& command) {
    const LockFile lock = read_lock_file(command.lock);
    if (command.systems.size() > 1) throw UsageError("SYSTEM", "a lock file describes one system, got several");
    require_given(lock, command.options.states, command.options.inputs);
    if (auto problems = contradictions(lock, command.options, command.given); !problems.empty())
        throw UsageError(std::move(problems));
    const SystemSpec spec =
        locked_system(lock, command.systems.empty() ? std::nullopt : std::optional(command.systems.front()));
    if (command.options.overwrite)
        for (const std::string& file : dataset_files())
            refuse_inputs(command.options.directory / spec.name / file, {command.lock});
    return with_json(report_of({spec.name}, command.options), command.json, rule_of(command, {spec.name}),
                     [&](auto& command_report) {
                         const GenerateReport report =
                             generate_and_print(spec, command, locked_options(lock, command.options), command_report);
                         if (command.options.shard)
                             return ExitCode::ok;  // nothing to compare yet: verify DIR --lock does, after merge
                         return compare(lock, report, is_standard_output(command.json), command_report);
                     });
}

void roll_out(const SystemSpec& spec, RolloutOptions options, const std::string& json, CommandReport& command_report) {
    RolloutReport report;
    double seconds = 0;
    {
        Progress progress(spec.name, options.naive ? "forecasting" : "integrating");
        options.progress = [&](std::uint64_t done, std::uint64_t total) { progress(done, total); };
        report = rollout(spec, options);
        seconds = progress.seconds();
    }
    command_report.items.push_back(rolled_out_json(options, report));
    command_report.not_done.erase(command_report.not_done.begin());
    if (is_silent(json)) return;
    tell_of("%s: %s of %d samples, dt %g s  (%.2f s), content digest %.12s\n", options.output.c_str(),
            trajectories_text(report.count).c_str(), report.samples, report.dt, seconds, report.content_digest.c_str());
    for (const auto& [reason, times] : report.ended_early)
        tell_of("  %llu ended early (NaN from there on): %s\n", static_cast<unsigned long long>(times), reason.c_str());
    for (const std::string& note : {report.passed_centres, report.raised_bounds})
        if (!note.empty()) tell_of("  %s\n", note.c_str());
    std::fflush(stdout);
}

}  // namespace

ExitCode run(const GenerateCommand& command) {
    if (!command.lock.empty()) return generate_locked(command);
    if (command.systems.empty())
        throw UsageError("SYSTEM", "is missing: a built-in name, a path to a JSON file, or all");
    const std::vector<AskedSystem> systems = load_systems(command.systems);
    std::vector<std::string> names;
    for (const AskedSystem& system : systems) names.push_back(system.spec.name);
    const CommandReport report = report_of(names, command.options);
    return with_json(report, command.json, rule_of(command, names), [&](auto& command_report) {
        if (systems.size() > 1)
            for (const AskedSystem& system : systems)
                require_makeable(system.spec, options_for(system, command.options));
        for (std::size_t i = 0; i < systems.size(); ++i)
            generate_and_print(systems[i].spec, command, options_for(systems[i], command.options), command_report, i);
        return ExitCode::ok;
    });
}

ExitCode run(const RolloutCommand& command) {
    const SystemSpec spec = load_system(command.system);
    OutputRule rule{{command.system}, command.sweep.front().overwrite};
    for (const RolloutOptions& one : command.sweep) {
        rule.inputs.insert(rule.inputs.end(), {one.test_set, one.states, one.inputs, one.train, one.view});
        rule.outputs.push_back(one.output);
    }
    CommandReport report{"cchnn-gen rollout", "files"};
    for (const RolloutOptions& one : command.sweep) report.not_done.push_back(one.output.string());
    return with_json(report, command.json, rule, [&](auto& command_report) {
        try {
            for (const RolloutOptions& one : command.sweep) roll_out(spec, one, command.json, command_report);
        } catch (Stopped& stopped) {
            if (!command_report.items.empty())
                stopped.set_resume_hint(std::to_string(command_report.items.size()) + " of " +
                                        counted(command.sweep.size(), "file") +
                                        one_or_many(command_report.items.size(), " is", " are") +
                                        " finished; continue with the other values of --sweep");
            throw;
        }
        return ExitCode::ok;
    });
}

}  // namespace cchnn
