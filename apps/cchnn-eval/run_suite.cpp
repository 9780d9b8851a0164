#include <iostream>

#include "../progress.hpp"
#include "commands.hpp"
#include "files_below.hpp"
#include "report/page/html_suite.hpp"
#include "report/tables/suite_report.hpp"
#include "report/tables/text_table.hpp"
#include "written_files.hpp"

namespace cchnn {
namespace {

// Whatever lies in the suite and in the directories of submissions.
std::vector<std::filesystem::path> inputs_of(const SuiteEvalOptions& options) {
    std::vector<std::filesystem::path> inputs;
    std::vector<std::string> directories = options.submissions;
    directories.push_back(options.directory);
    for (const std::string& directory : directories)
        for (const std::filesystem::path& file : files_below(directory, 3)) inputs.push_back(file);
    return inputs;
}

}  // namespace

ExitCode run(const SuiteEvalOptions& options) {
    const OutputRule rule{inputs_of(options), options.force};
    const std::vector<ReportFile> reports{{"--json", options.json, ReportFormat::json},
                                          {"--markdown", options.markdown, ReportFormat::markdown},
                                          {"--html", options.html, ReportFormat::html}};
    const SuiteScores scores = or_report_failure(reports, rule, [&] {
        const Progress progress("suite", "reading and scoring");
        return evaluate_suite({options.directory,
                               {options.submissions.begin(), options.submissions.end()},
                               options.scoring,
                               options.start_error});
    });
    if (!is_standard_output(options.json)) std::cout << suite_text(scores, output_width());
    if (!options.json.empty()) write_report(reports[0], suite_json(scores), rule);
    if (!options.markdown.empty()) write_report(reports[1], suite_markdown(scores), rule);
    if (!options.html.empty()) write_report(reports[2], html_suite(scores), rule);
    return ExitCode::ok;
}

}  // namespace cchnn
