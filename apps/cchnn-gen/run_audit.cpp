#include <algorithm>
#include <cstdio>

#include "../progress.hpp"
#include "commands.hpp"
#include "core/stop.hpp"
#include "dataset_inputs.hpp"
#include "report/json_report.hpp"
#include "report/report_file.hpp"
#include "report/tables/audit_report.hpp"
#include "report/tables/text_table.hpp"

namespace cchnn {

namespace {

// What was judged before a signal is worth telling: it ends the loop, and the caller after the report.
std::vector<AuditReport> reports_of(const AuditCommand& command,
                                    const std::vector<std::filesystem::path>& directories) {
    std::vector<AuditReport> reports;
    try {
        for (const std::filesystem::path& directory : directories) {
            throw_if_stopped();
            Progress progress("audit " + directory.filename().string(), "integrating anew");
            progress.speak_when_piped(3);
            AuditOptions options = command.options;
            options.progress = [&](std::uint64_t done, std::uint64_t total) { progress(done, total); };
            reports.push_back(audit(directory, options));
        }
    } catch (const Stopped&) {
        if (reports.empty()) throw;
    }
    return reports;
}

[[noreturn]] void tell_stopped() {
    Stopped stopped(stop_signal);
    stopped.tell("the report is of what was judged until then; a new run judges anew");
    throw stopped;
}

}  // namespace

ExitCode run(const AuditCommand& command) {
    const std::vector<std::filesystem::path> directories = dataset_directories(command.directories);
    const ReportFile file{"--json", command.json, ReportFormat::json};
    const OutputRule rule{files_in(directories), command.force};
    require_places({file}, rule);
    const std::vector<AuditReport> reports = reports_of(command, directories);
    if (!is_standard_output(command.json)) std::fputs(audit_text(reports, output_width()).c_str(), stdout);
    write_report(file, audit_json(reports, stop_signal), rule);
    const bool passed = std::all_of(reports.begin(), reports.end(), [](const AuditReport& r) { return r.passed(); });
    if (is_stopped()) tell_stopped();
    return passed ? ExitCode::ok : ExitCode::gate_failed;
}

}  // namespace cchnn
