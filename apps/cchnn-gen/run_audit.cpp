#include <algorithm>
#include <cstdio>

#include "commands.hpp"
#include "progress.hpp"
#include "report/json_report.hpp"
#include "report/tables/audit_report.hpp"
#include "report/tables/text_table.hpp"

namespace cchnn {

ExitCode run(const AuditCommand& command) {
    std::vector<AuditReport> reports;
    for (const std::filesystem::path& directory : dataset_directories(command.directories)) {
        Progress progress("audit " + directory.filename().string());
        AuditOptions options = command.options;
        options.progress = [&](std::uint64_t done, std::uint64_t total) { progress(done, total); };
        reports.push_back(audit(directory, options));
    }
    if (command.json != "-") std::fputs(audit_text(reports, output_width()).c_str(), stdout);
    if (command.json == "-") std::fputs(audit_json(reports).c_str(), stdout);
    else if (!command.json.empty()) write_text_file(command.json, audit_json(reports));
    const bool passed = std::all_of(reports.begin(), reports.end(), [](const AuditReport& r) { return r.passed(); });
    return passed ? ExitCode::ok : ExitCode::gate_failed;
}

}  // namespace cchnn
