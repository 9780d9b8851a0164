#include <cstdio>

#include "commands.hpp"
#include "print_generated.hpp"
#include "progress.hpp"
#include "spec/read_system.hpp"

namespace cchnn {
namespace {

// Built-in names, paths, or "all" for every built-in one.
std::vector<SystemSpec> load_systems(const std::vector<std::string>& names) {
    std::vector<SystemSpec> specs;
    std::vector<Problem> problems;
    for (const std::string& name : names) {
        const std::vector<std::string> expanded =
            name == "all" ? builtin_system_names() : std::vector<std::string>{name};
        for (const std::string& one : expanded) {
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

void roll_out(const SystemSpec& spec, RolloutOptions options) {
    RolloutReport report;
    double seconds = 0;
    {
        Progress progress(spec.name);
        options.progress = [&](std::uint64_t done, std::uint64_t total) { progress(done, total); };
        report = rollout(spec, options);
        seconds = progress.seconds();
    }
    std::printf("%s: %llu trajectories of %d samples, dt %g s  (%.2f s), content digest %.12s\n", options.output.c_str(),
                static_cast<unsigned long long>(report.count), report.samples, report.dt, seconds,
                report.content_digest.c_str());
    for (const auto& [reason, times] : report.ended_early)
        std::printf("  %llu ended early (NaN from there on): %s\n", static_cast<unsigned long long>(times),
                    reason.c_str());
    std::fflush(stdout);
}

}  // namespace

ExitCode run(const GenerateCommand& command) {
    for (const SystemSpec& spec : load_systems(command.systems)) {
        GenerateOptions options = command.options;
        GenerateReport report;
        double seconds = 0;
        {
            Progress progress(spec.name, "trajectories", "no final file is half-written");  // its line is gone before the report is printed
            options.progress = [&](std::uint64_t done, std::uint64_t total) { progress(done, total); };
            report = generate(spec, options);
            seconds = progress.seconds();
        }
        print(report, seconds);
    }
    return ExitCode::ok;
}

ExitCode run(const RolloutCommand& command) {
    const SystemSpec spec = load_system(command.system);
    for (const RolloutOptions& one : command.sweep) roll_out(spec, one);
    return ExitCode::ok;
}

}  // namespace cchnn
