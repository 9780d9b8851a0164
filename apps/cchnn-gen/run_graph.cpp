#include <cstdio>

#include "commands.hpp"
#include "report/report_file.hpp"

namespace cchnn {

ExitCode run(const GraphCommand& command) {
    const std::string text = system_text(command.family, command.member);
    if (command.json.empty()) std::fputs(text.c_str(), stdout);
    else write_report({"--json", command.json, ReportFormat::json}, text, {{}, command.force});
    return ExitCode::ok;
}

}  // namespace cchnn
