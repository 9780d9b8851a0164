#include "../progress.hpp"
#include "commands.hpp"
#include "print_generated.hpp"

namespace cchnn {

ExitCode run(const MergeCommand& command) {
    MergeOptions options = command.options;
    std::vector<GenerateReport> reports;
    double seconds = 0;
    {
        Progress progress("merge", "reading shards");  // its line goes first
        options.progress = [&](const std::string&, std::uint64_t done, std::uint64_t total) { progress(done, total); };
        reports = merge(options);
        seconds = progress.seconds();
    }
    for (const GenerateReport& report : reports) print(report, seconds);
    return ExitCode::ok;
}

}  // namespace cchnn
