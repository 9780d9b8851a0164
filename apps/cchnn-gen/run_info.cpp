#include <cstdio>

#include "commands.hpp"
#include "report/report_file.hpp"
#include "report/tables/file_info_report.hpp"
#include "report/tables/text_table.hpp"
#include "stories/file_info.hpp"

namespace cchnn {

ExitCode run(const InfoCommand& command) {
    const ReportFile report{"--json", command.json, ReportFormat::json};
    const OutputRule rule{{command.files.begin(), command.files.end()}, command.force};
    require_places({report}, rule);
    std::vector<std::string> found;
    for (const std::string& file : command.files) {
        found.push_back(file_info(file));
        if (!is_standard_output(command.json)) std::fputs(file_info_text(found.back(), output_width()).c_str(), stdout);
    }
    if (!command.json.empty()) write_report(report, file_info_json(found), rule);
    return ExitCode::ok;
}

}  // namespace cchnn
