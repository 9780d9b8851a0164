#include <algorithm>
#include <cstdio>

#include "commands.hpp"
#include "dataset_inputs.hpp"
#include "progress.hpp"
#include "report/json_report.hpp"
#include "report/report_file.hpp"
#include "report/tables/audit_report.hpp"
#include "report/tables/text_table.hpp"

namespace cchnn {

ExitCode run(const AuditCommand& command) {
    const std::vector<std::filesystem::path> directories = dataset_directories(command.directories);
    const ReportFile file{"--json", command.json, ReportFormat::json};
    const OutputRule rule{files_in(directories), command.force};
    require_places({file}, rule);
    std::vector<AuditReport> reports;
    for (const std::filesystem::path& directory : directories) {
        Progress progress("audit " + directory.filename().string());
        progress.speak_when_piped(3);
        AuditOptions options = command.options;
        options.progress = [&](std::uint64_t done, std::uint64_t total) { progress(done, total); };
        reports.push_back(audit(directory, options));
    }
    if (!is_standard_output(command.json)) std::fputs(audit_text(reports, output_width()).c_str(), stdout);
    write_report(file, audit_json(reports), rule);
    const bool passed = std::all_of(reports.begin(), reports.end(), [](const AuditReport& r) { return r.passed(); });
    return passed ? ExitCode::ok : ExitCode::gate_failed;
}

}  // namespace cchnn
