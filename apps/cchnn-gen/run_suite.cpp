#include <cstdio>
#include <memory>

#include "../command_json.hpp"
#include "../progress.hpp"
#include "commands.hpp"
#include "report/commands/made_datasets.hpp"

namespace cchnn {
namespace {

SuiteReport make(const SuiteSpec& suite, SuiteOptions options) {
    auto shown = std::make_unique<Progress>("suite " + suite.name, "integrating");
    std::string part;
    options.progress = [&](const std::string& name, std::uint64_t done, std::uint64_t total) {
        if (name != part) shown.reset(), shown = std::make_unique<Progress>(part = name, "integrating");
        (*shown)(done, total);
    };
    return make_suite(suite, options);
}

void print(const SuiteSpec& suite, const SuiteOptions& options, const SuiteReport& report) {
    std::printf("%s: suite %s, %zu parts, %zu of them made now\n", options.directory.c_str(), suite.name.c_str(),
                report.parts.size(), report.made);
    for (const SuitePart& part : report.parts) {
        std::printf("  %-28s", part.path.c_str());
        for (const SuitePart::File& one : part.files)
            std::printf("  %s %.12s", one.split.c_str(), one.content_digest.c_str());
        std::printf("\n");
    }
    if (!report.complete) std::printf("  the tasks of this shard; the command without --shard finishes the suite\n");
}

ExitCode make_and_compare(const SuiteCommand& command, CommandReport& told) {
    const std::filesystem::path file = command.suite;
    std::optional<SuiteLock> expected;
    if (is_suite_lock(file)) expected = read_suite_lock(file);
    SuiteOptions options = command.options;
    if (expected && options.most == 0) options.most = expected->most;
    const SuiteSpec suite =
        expected ? parse_suite(expected->suite_json, command.suite + "#/suite") : load_suite(command.suite);
    const SuiteReport report = make(suite, options);
    for (const SuitePart& part : report.parts) told.items.push_back(made_json(part));
    if (!is_silent(command.json)) print(suite, options, report);
    const bool compares = expected && report.complete;
    const auto differences = compares ? suite_differences(*expected, report.parts) : std::vector<std::string>();
    told.besides = suite_made_json(suite.name, report, differences);
    if (!compares) return ExitCode::ok;
    const ExitCode code = differences.empty() ? ExitCode::ok : ExitCode::gate_failed;
    if (is_standard_output(command.json)) return code;
    for (const std::string& text : differences) std::printf("  DIFFERS  %s\n", printable(text).c_str());
    if (differences.empty()) std::printf("  the same digests as in %s\n", printable(command.suite).c_str());
    return code;
}

}  // namespace

ExitCode run(const SuiteCommand& command) {
    OutputRule rule{{}, command.force};
    if (command.suite.find('/') != std::string::npos || command.suite.ends_with(".json"))
        rule.inputs.push_back(command.suite);
    return with_json({"cchnn-gen suite", "parts"}, command.json, rule,
                     [&](auto& told) { return make_and_compare(command, told); });
}

}  // namespace cchnn
