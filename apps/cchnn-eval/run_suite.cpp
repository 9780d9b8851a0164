#include "../command_json.hpp"
#include "../files_below.hpp"
#include "../progress.hpp"
#include "../tell.hpp"
#include "commands.hpp"
#include "report/page/html_report.hpp"
#include "report/tables/suite_report.hpp"
#include "report/tables/text_table.hpp"

namespace cchnn {
namespace {

// All files of the suite and of the directories of submissions.
std::vector<std::filesystem::path> inputs_of(const SuiteEvalOptions& options) {
    std::vector<std::filesystem::path> inputs;
    std::vector<std::string> directories = options.submissions;
    directories.push_back(options.directory);
    for (const std::string& directory : directories)
        for (const std::filesystem::path& file : files_below(directory, 3)) inputs.push_back(file);
    return inputs;
}

// Shows progress on a terminal meanwhile.
SuiteScores evaluate_shown(const SuiteEvalOptions& options) {
    Progress progress("suite", "reading and scoring");
    SuiteRequest request{options.directory,
                         {options.submissions.begin(), options.submissions.end()},
                         options.scoring,
                         options.start_error};
    request.progress = [&](const std::string& part, std::size_t number, std::size_t of, std::uint64_t done,
                           std::uint64_t total) {
        progress.begin_part(std::to_string(number) + "/" + std::to_string(of) + " " + part);
        progress.reach_of_all(done, total);
    };
    return evaluate_suite(request);
}

}  // namespace

ExitCode run(const SuiteEvalOptions& options) {
    const OutputRule rule{inputs_of(options), options.force};
    const std::vector<ReportFile> reports{{"--json", options.json, ReportFormat::json},
                                          {"--markdown", options.markdown, ReportFormat::markdown},
                                          {"--html", options.html, ReportFormat::html}};
    std::string json;
    return with_reports(reports, rule, json, [&] {
        const SuiteScores scores = evaluate_shown(options);
        json = suite_json(scores);
        if (!is_standard_output(options.json)) tell(suite_text(scores, output_width()));
        if (!options.markdown.empty()) write_report(reports[1], suite_markdown(scores), rule);
        if (!options.html.empty()) write_report(reports[2], html_suite(scores), rule);
        return ExitCode::ok;
    });
}

}  // namespace cchnn
