#include <algorithm>

#include "../command_json.hpp"
#include "../progress.hpp"
#include "../tell.hpp"
#include "commands.hpp"
#include "core/stop.hpp"
#include "dataset_inputs.hpp"
#include "report/tables/audit_report.hpp"
#include "report/tables/text_table.hpp"

namespace cchnn {
namespace {

AuditReport audit_shown(const std::filesystem::path& directory, AuditOptions options) {
    Progress progress("audit " + directory.filename().string(), "integrating anew");
    progress.speak_when_piped(3);
    options.progress = [&](std::uint64_t done, std::uint64_t total) { progress(done, total); };
    return audit(directory, options);
}

// What was judged before a signal is worth telling: it ends the loop, and the caller after the table.
void add_reports(const AuditCommand& command, const std::vector<std::filesystem::path>& directories,
                 std::vector<AuditReport>& reports) {
    try {
        for (const std::filesystem::path& directory : directories) {
            throw_if_stopped();
            reports.push_back(audit_shown(directory, command.options));
        }
    } catch (const Stopped&) {
        if (reports.empty()) throw;
    }
}

[[noreturn]] void tell_stopped() {
    Stopped stopped(stop_signal);
    stopped.tell("the report is of what was judged until then; a new run judges anew");
    throw stopped;
}

}  // namespace

ExitCode run(const AuditCommand& command) {
    const std::vector<std::filesystem::path> directories = dataset_directories(command.directories);
    std::vector<AuditReport> reports;
    const auto text = [&](int code, const std::vector<Problem>& problems) {
        const std::string json = audit_json(reports);
        return problems.empty() ? json : with_end(json, code, problems, names_from(directories, reports.size()));
    };
    return with_json_text(command.json, {files_in(directories), command.force}, text, [&] {
        add_reports(command, directories, reports);
        if (!is_standard_output(command.json)) tell(audit_text(reports, output_width()));
        const bool passed =
            std::all_of(reports.begin(), reports.end(), [](const AuditReport& r) { return r.passed(); });
        if (is_stopped()) tell_stopped();
        return passed ? ExitCode::ok : ExitCode::gate_failed;
    });
}

}  // namespace cchnn
