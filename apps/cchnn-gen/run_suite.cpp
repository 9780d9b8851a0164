#include <iterator>

#include "../command_json.hpp"
#include "../progress.hpp"
#include "../tell.hpp"
#include "commands.hpp"
#include "core/counted.hpp"
#include "core/paths/input_files.hpp"
#include "report/commands/made_files.hpp"
#include "report/tables/text_table.hpp"

namespace cchnn {
namespace {

void make(const SuiteSpec& suite, SuiteOptions options, SuiteReport& report) {
    Progress progress("suite " + suite.name, "integrating");
    std::size_t number = 0;
    options.progress = [&](const SuiteProgress& at) {
        if (at.number != number)
            progress.begin_part(std::to_string(at.number) + "/" + std::to_string(at.of) + " " + at.part);
        number = at.number;
        progress.reach_of_all(at.done_of_all, at.of_all);
        progress(at.done, at.total);
    };
    make_suite(suite, options, report);
}

void print(const SuiteSpec& suite, const SuiteOptions& options, const SuiteReport& report) {
    tell_of("%s: suite %s, %s, %zu of them made now\n", options.directory.c_str(), suite.name.c_str(),
            counted(report.parts.size(), "part").c_str(), report.made);
    TextTable table{{"", "train", "valid", "test"}, {}};
    for (const SuitePart& part : report.parts) {
        table.rows.push_back({part.path, "-", "-", "-"});
        for (const SuitePart::File& one : part.files)
            for (std::size_t i = 1; i < table.headings.size(); ++i)
                if (one.split == table.headings[i]) table.rows.back()[i] = one.content_digest.substr(0, 12);
    }
    tell(table.text(output_width()));
    if (!report.complete) tell_of("  the tasks of this shard; the command without --shard finishes the suite\n");
}

// The content of a suite's JSON, while the suite is made and after.
struct SuiteRun {
    std::string name;
    SuiteReport report;
    std::vector<std::string> differences;
};

ExitCode make_and_compare(const SuiteCommand& command, SuiteRun& suite_run) {
    const std::filesystem::path file = command.suite;
    std::optional<SuiteLock> expected;
    if (is_suite_lock(file)) expected = read_suite_lock(file);
    SuiteOptions options = command.options;
    if (expected && options.most == 0) options.most = expected->most;
    SuiteSpec suite =
        expected ? parse_suite(expected->suite_json, command.suite + "#/suite") : load_suite(command.suite);
    if (command.members) suite = with_members(suite, *command.members);
    suite_run.name = suite.name;
    make(suite, options, suite_run.report);
    if (!is_silent(command.json)) print(suite, options, suite_run.report);
    if (!expected || !suite_run.report.complete) return ExitCode::ok;
    suite_run.differences = suite_differences(*expected, suite_run.report.parts);
    const ExitCode code = suite_run.differences.empty() ? ExitCode::ok : ExitCode::gate_failed;
    if (is_standard_output(command.json)) return code;
    for (const std::string& text : suite_run.differences) tell_of("  DIFFERS  %s\n", printable(text).c_str());
    if (suite_run.differences.empty()) tell_of("  the same digests as in %s\n", printable(command.suite).c_str());
    return code;
}

OutputRule rule_of(const SuiteCommand& command) {
    OutputRule rule{{}, command.force, {command.options.directory / "suite.lock.json"}};
    if (command.suite.find('/') != std::string::npos || command.suite.ends_with(".json"))
        rule.inputs.push_back(command.suite);
    // Files in DIR/<task>/<part>/ belong to the suite.
    const std::filesystem::path below = place_of(command.json).lexically_relative(place_of(command.options.directory));
    if (!command.json.empty() && std::distance(below.begin(), below.end()) > 2 && *below.begin() != "..")
        rule.outputs.push_back(command.json);
    return rule;
}

}  // namespace

ExitCode run(const SuiteCommand& command) {
    SuiteRun suite_run;
    const auto text = [&](int code, const std::vector<Problem>& problems) {
        CommandReport report{"cchnn-gen suite", "parts", suite_parts_json(suite_run.report, command.options.directory)};
        if (!suite_run.name.empty())
            report.besides = suite_made_json(suite_run.name, suite_run.report, suite_run.differences);
        return command_json(report, code, problems);
    };
    return with_json_text(command.json, rule_of(command), text, [&] { return make_and_compare(command, suite_run); });
}

}  // namespace cchnn
