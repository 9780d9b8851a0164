#include <cstdio>

#include "../tell.hpp"
#include "commands.hpp"
#include "report/report_file.hpp"

namespace cchnn {

ExitCode run(const GraphCommand& command) {
    const std::string text = system_text(command.family, command.member);
    if (command.json.empty()) {
        std::fputs(text.c_str(), stdout);
        return ExitCode::ok;
    }
    const ReportFile file{"--json", command.json, ReportFormat::json};
    write_report(file, text, {{}, command.force});
    tell_written({file});
    return ExitCode::ok;
}

}  // namespace cchnn
