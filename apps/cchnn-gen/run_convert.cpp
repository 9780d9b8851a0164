#include "../command_json.hpp"
#include "../tell.hpp"
#include "commands.hpp"
#include "core/printable.hpp"
#include "report/commands/converted_file.hpp"

namespace cchnn {
namespace {

void tell_all(const char* what, const std::vector<Problem>& lines) {
    for (const Problem& line : lines)
        complain("cchnn-gen: " + printable(line.where) + ": " + what + printable(line.what) + "\n");
}

std::string joined(const std::vector<std::string>& names) {
    std::string text;
    for (const std::string& name : names) text += (text.empty() ? "" : ",") + name;
    return text;
}

}  // namespace

ExitCode run(const ConvertCommand& command) {
    const std::vector<ReportFile> files{{"--output", command.output, ReportFormat::json},
                                        {"--json", command.json, ReportFormat::json}};
    const OutputRule rule{{command.options.model}, command.force};
    require_places(files, rule);
    if (is_standard_output(command.output) && is_standard_output(command.json))
        throw UsageError("--json", "is standard output, where --output goes already");
    return with_json({"cchnn-gen convert", "models"}, command.json, rule, [&](auto& command_report) {
        const Conversion conversion = convert(command.options);
        if (!quiet) tell_all("note: ", conversion.notes);
        tell_all("not carried over: ", conversion.losses);
        const bool written = conversion.not_accepted.empty();
        command_report.items.push_back(converted_json(command.options, conversion, written ? command.output : ""));
        if (!written) {
            complain(
                "cchnn-gen: nothing is written, because the system would lack the features above; to accept this, give "
                "--accept " +
                joined(conversion.not_accepted) + "\n");
            return ExitCode::gate_failed;
        }
        write_report(files[0], conversion.json, rule);
        tell_written(files);
        return ExitCode::ok;
    });
}

}  // namespace cchnn
