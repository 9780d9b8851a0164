
#include "../command_json.hpp"
#include "../progress.hpp"
#include "../tell.hpp"
#include "commands.hpp"
#include "core/counted.hpp"
#include "report/commands/made_files.hpp"

namespace cchnn {
namespace {

ViewLock observe_shown(ObserveOptions options) {
    Progress progress("observe " + options.source.filename().string(), "observing");
    options.progress = [&](std::uint64_t done, std::uint64_t total) { progress(done, total); };
    return observe(options);
}

void print(const ObserveOptions& options, const ViewLock& lock) {
    tell_of("%s: %s\n", options.directory.c_str(), lock.command.c_str());
    for (const ViewSplit& split : lock.splits)
        tell_of("  %-8s  %s of %d samples, content digest %.12s, of reference solution %.12s\n", split.file.c_str(),
                trajectories_text(split.count).c_str(), split.samples, split.content_digest.c_str(),
                split.truth_digest.c_str());
}

}  // namespace

ExitCode run(const ObserveCommand& command) {
    const ObserveOptions& first = command.sweep.front();
    OutputRule rule{{first.source}, first.overwrite};
    CommandReport report{"cchnn-gen observe", "views"};
    for (const ObserveOptions& options : command.sweep) {
        report.not_done.push_back(options.directory.string());
        for (const char* file : {"train.h5", "valid.h5", "test.h5", "view.json"})
            rule.outputs.push_back(options.directory / file);
    }
    return with_json(report, command.json, rule, [&](auto& command_report) {
        for (const ObserveOptions& options : command.sweep) {
            const ViewLock lock = observe_shown(options);
            command_report.items.push_back(view_made_json(options.directory.string(), lock));
            command_report.not_done.erase(command_report.not_done.begin());
            if (!is_silent(command.json)) print(options, lock);
        }
        return ExitCode::ok;
    });
}

}  // namespace cchnn
