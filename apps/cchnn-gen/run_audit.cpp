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

// One set that cannot be read keeps no other from being audited.
AuditReport audit_or_refusal(const std::filesystem::path& directory, const AuditOptions& options) {
    try {
        return audit_shown(directory, options);
    } catch (const UsageError&) {
        throw;
    } catch (const Error& error) {
        Refused refused;
        refused.add(error);
        return refused_report(directory, refused);
    }
}

// Results from before a signal are reported: the signal ends the loop, and the caller throws it after the table.
void add_reports(const AuditCommand& command, const std::vector<std::filesystem::path>& directories,
                 std::vector<AuditReport>& reports) {
    try {
        for (const std::filesystem::path& directory : directories) {
            throw_if_stopped();
            reports.push_back(audit_or_refusal(directory, command.options));
        }
    } catch (const Stopped&) {
        if (reports.empty()) throw;
    }
}

[[noreturn]] void tell_stopped() {
    Stopped stopped(stop_signal);
    stopped.set_resume_hint("the report has what was decided until then; a new run starts again");
    throw stopped;
}

void throw_refused(const std::vector<AuditReport>& reports) {
    Refused all;
    for (const AuditReport& report : reports) all.add(report.refused);
    if (!all.problems.empty()) throw Error(all.code, all.problems);
}

// Sets without a result: those that were refused, and those that were not reached.
std::vector<std::string> not_done(const std::vector<std::filesystem::path>& directories,
                                  const std::vector<AuditReport>& reports) {
    std::vector<std::string> names;
    for (std::size_t i = 0; i < directories.size(); ++i)
        if (i >= reports.size() || reports[i].trajectories.empty()) names.push_back(directories[i].string());
    return names;
}

}  // namespace

ExitCode run(const AuditCommand& command) {
    const std::vector<std::filesystem::path> directories = dataset_directories(command.directories);
    std::vector<AuditReport> reports;
    const auto text = [&](int code, const std::vector<Problem>& problems) {
        const std::string json = audit_json(reports);
        return problems.empty() ? json : with_end(json, code, problems, not_done(directories, reports));
    };
    return with_json_text(command.json, {files_in(directories), command.force}, text, [&] {
        add_reports(command, directories, reports);
        if (!is_standard_output(command.json)) tell(audit_text(reports, output_width()));
        if (is_stopped()) tell_stopped();
        throw_refused(reports);
        return exit_code(reports);
    });
}

}  // namespace cchnn
