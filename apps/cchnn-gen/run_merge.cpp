#include "../command_json.hpp"
#include "../progress.hpp"
#include "commands.hpp"
#include "print_generated.hpp"
#include "report/commands/made_files.hpp"

namespace cchnn {

ExitCode run(const MergeCommand& command) {
    const OutputRule rule{{}, command.options.overwrite};
    return with_json({"cchnn-gen merge", "systems"}, command.json, rule, [&](auto& command_report) {
        MergeOptions options = command.options;
        std::vector<GenerateReport> reports;
        double seconds = 0;
        {
            Progress progress("merge", "reading shards");  // its line goes first
            options.progress = [&](const std::string&, std::uint64_t done, std::uint64_t total) {
                progress(done, total);
            };
            reports = merge(options);
            seconds = progress.seconds();
        }
        for (const GenerateReport& report : reports) {
            command_report.items.push_back(made_json(report));
            if (!is_silent(command.json)) print(report, seconds);
        }
        return ExitCode::ok;
    });
}

}  // namespace cchnn
