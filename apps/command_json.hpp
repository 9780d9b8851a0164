#pragma once
// --json of commands that report what they did (lib/report/commands/command_report.hpp): one file, written however the
// command ends, a failure and a signal included.

#include "core/stop.hpp"
#include "quiet.hpp"
#include "report/commands/command_report.hpp"
#include "report/report_file.hpp"
#include "run_program.hpp"

namespace cchnn {

// Nothing is said on standard output beside JSON.
inline bool is_silent(const std::string& json) { return quiet || is_standard_output(json); }

inline void write_command_json(const CommandReport& report, const std::string& json, const OutputRule& rule, int code,
                               const std::vector<Problem>& problems) {
    if (!json.empty()) write_report({"--json", json, ReportFormat::json}, command_json(report, code, problems), rule);
}

// The first failure decides the exit code; that its report could not be written is one more line.
inline void write_failure_json(const CommandReport& report, const std::string& json, const OutputRule& rule, int code,
                               const std::vector<Problem>& problems) {
    try {
        write_command_json(report, json, rule, code, problems);
    } catch (const Error& not_written) {
        print_problems(report.format.substr(0, report.format.find(' ')).c_str(), not_written.problems());
    }
}

// `work` adds to the report's items what is done, as it is done.
template <class Work>
ExitCode with_json(CommandReport report, const std::string& json, const OutputRule& rule, const Work& work) {
    require_places({{"--json", json, ReportFormat::json}}, rule);
    ExitCode code = ExitCode::ok;
    try {
        code = work(report);
    } catch (const Error& error) {
        write_failure_json(report, json, rule, static_cast<int>(error.exit_code()), error.problems());
        throw;
    } catch (const Stopped& stopped) {
        write_failure_json(report, json, rule, stopped.exit_code(), {{"", stopped.sentence()}});
        throw;
    }
    write_command_json(report, json, rule, static_cast<int>(code), {});
    return code;
}

}  // namespace cchnn
