#include <cstdio>

#include "../progress.hpp"
#include "../quiet.hpp"
#include "commands.hpp"
#include "core/trajectory_count.hpp"

namespace cchnn {

ExitCode run(const ObserveCommand& command) {
    for (const ObserveOptions& one : command.sweep) {
        ObserveOptions options = one;
        ViewLock lock;
        {
            Progress progress("observe " + options.source.filename().string(), "reading");
            options.progress = [&](std::uint64_t done, std::uint64_t total) { progress(done, total); };
            lock = observe(options);
        }
        if (quiet) continue;
        std::printf("%s: %s\n", options.directory.c_str(), lock.command.c_str());
        for (const ViewSplit& split : lock.splits)
            std::printf("  %-8s  %s of %d samples, content digest %.12s, of truth %.12s\n", split.file.c_str(),
                        trajectories_text(split.count).c_str(), split.samples, split.content_digest.c_str(),
                        split.truth_digest.c_str());
    }
    return ExitCode::ok;
}

}  // namespace cchnn
