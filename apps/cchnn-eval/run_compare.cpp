#include "../command_json.hpp"
#include "../files_below.hpp"
#include "../progress.hpp"
#include "../tell.hpp"
#include "commands.hpp"

#include <algorithm>
#include "report/json_report.hpp"
#include "report/page/html_report.hpp"
#include "report/tables/comparison_report.hpp"
#include "report/tables/latex_report.hpp"
#include "report/tables/table_reports.hpp"
#include "report/tables/text_table.hpp"
#include "stories/evaluate/compare.hpp"
#include "stories/generate/described_system.hpp"

namespace cchnn {
namespace {

CompareRequest request_of(const CompareOptions& options) {
    CompareRequest request{{},
                           options.scoring,
                           options.published,
                           {},
                           !options.html.empty(),
                           options.start_error,
                           options.noise,
                           options.solver};
    std::vector<Problem> problems;
    for (const std::string& text : options.groups) parse_group(text, request.groups, problems);
    if (!problems.empty()) throw UsageError(std::move(problems));
    if (options.pairs.empty())
        find_systems(options.data, {options.submissions.begin(), options.submissions.end()}, options.observed, request);
    else request.systems = pair_systems(options.pairs);
    return request;
}

// Both files of every pair; of directories all files in DIR/<system>/, also those that are not read.
std::vector<std::filesystem::path> inputs_of(const CompareOptions& options) {
    std::vector<std::filesystem::path> inputs;
    for (const std::string& pair : options.pairs)
        for (const std::size_t colon = std::min(pair.find(':'), pair.size() - 1);
             const std::string& file : {pair.substr(0, colon), pair.substr(colon + 1)})
            inputs.push_back(file);
    std::vector<std::string> directories = options.submissions;
    directories.push_back(options.data);
    if (!options.observed.empty()) directories.push_back(options.observed);
    for (const std::string& directory : directories)
        for (const std::filesystem::path& file : files_below(directory, 1)) inputs.push_back(file);
    return inputs;
}

// Shows progress on a terminal meanwhile.
Comparison compare_shown(const CompareOptions& options) {
    const Progress progress("compare", "reading and scoring");
    Comparison found = compare(request_of(options));
    if (!options.observed.empty() && std::all_of(found.systems.begin(), found.systems.end(),
                                                 [](const Scores& scores) { return scores.observed.empty(); }))
        throw UsageError("--observed",
                         "needs estimated parameters, but no submission of a system with a view has any; they are "
                         "arrays such as /parameters/bodies/1/mass");
    return found;
}

std::vector<DescribedSystem> described(const Comparison& comparison) {
    std::vector<DescribedSystem> systems;
    for (const Scores& scores : comparison.systems)
        systems.push_back(described_test_set(scores.truth.path, scores.shown.id));
    return systems;
}

}  // namespace

ExitCode run(const CompareOptions& options) {
    const OutputRule rule{inputs_of(options), options.force};
    const std::vector<ReportFile> reports{{"--json", options.json, ReportFormat::json},
                                          {"--csv", options.csv, ReportFormat::csv},
                                          {"--markdown", options.markdown, ReportFormat::markdown},
                                          {"--html", options.html, ReportFormat::html},
                                          {"--latex", options.latex, ReportFormat::latex},
                                          {"--cite", options.cite, ReportFormat::bibtex}};
    std::string json;
    return with_reports(reports, rule, json, [&] {
        const Comparison comparison = compare_shown(options);
        json = json_comparison(comparison);
        if (!is_standard_output(options.json))
            tell(options.all ? comparison_text(comparison, output_width())
                             : comparison_summary(comparison, output_width()));
        if (!options.csv.empty()) write_report(reports[1], csv_report(comparison.systems, comparison.standings), rule);
        if (!options.markdown.empty()) write_report(reports[2], comparison_markdown(comparison), rule);
        if (!options.html.empty()) write_report(reports[3], html_comparison(comparison, described(comparison)), rule);
        if (!options.latex.empty())
            write_report(reports[4],
                         with_mark(comparison_latex(comparison, options.wide ? LatexWidth::wide : LatexWidth::narrow),
                                   ReportFormat::latex),
                         rule);
        if (!options.cite.empty())
            write_report(reports[5], with_mark(citation(comparison.systems), ReportFormat::bibtex), rule);
        return ExitCode::ok;
    });
}

}  // namespace cchnn
