#include "../command_json.hpp"
#include "../progress.hpp"
#include "../quiet.hpp"
#include "../tell.hpp"
#include "commands.hpp"

#include "core/counted.hpp"
#include "core/paths/input_files.hpp"
#include "model/compiled_system.hpp"
#include "report/figures/figures.hpp"
#include "report/json_report.hpp"
#include "report/page/animation_svg.hpp"
#include "report/page/html_report.hpp"
#include "report/tables/latex_report.hpp"
#include "report/tables/observed_report.hpp"
#include "report/tables/table_reports.hpp"
#include "report/tables/text_table.hpp"
#include "report/tables/verdict.hpp"
#include "stories/benchmark/evaluate_observed.hpp"
#include "stories/evaluate/evaluate.hpp"
#include "stories/generate/described_system.hpp"

namespace cchnn {
namespace {

EvaluateRequest request_of(const ScoreOptions& options) {
    return {options.truth,
            {options.submissions.begin(), options.submissions.end()},
            options.scoring,
            options.group,
            options.published,
            options.shown,
            !options.html.empty() || !options.animation.empty(),
            options.start_error,
            {},
            {options.observed, options.noise},
            {},
            options.solver,
            options.view};
}

// Shows progress on a terminal meanwhile.
Scores evaluate_shown(const ScoreOptions& options) {
    const Progress progress("score", "reading and scoring " + counted(options.submissions.size(), "submission"));
    Scores found = evaluate(request_of(options));
    if (request_of(options).observed.given() && found.observed.empty())
        throw UsageError(options.observed.empty() ? "--noise" : "--observed",
                         "needs estimated parameters, but no submission has any; they are arrays such as "
                         "/parameters/bodies/1/mass");
    return found;
}

// A name that may be that of a picture, its data or its script, in the directory of these.
bool names_a_figure(const std::filesystem::path& file, const std::filesystem::path& directory) {
    const std::string ending = file.extension();
    return !directory.empty() && (ending == ".svg" || ending == ".pdf" || ending == ".dat" || ending == ".gp") &&
           place_of(file).parent_path() == place_of(directory / "figure.svg").parent_path();
}

OutputRule rule_of(const ScoreOptions& options) {
    OutputRule rule{{options.submissions.begin(), options.submissions.end()}, options.force};
    rule.inputs.push_back(options.truth);
    for (const std::string& view : {options.observed, options.at, options.view})
        if (!view.empty()) rule.inputs.push_back(view);
    if (names_a_figure(options.json, options.figures)) rule.outputs.push_back(options.json);
    return rule;
}

ObservedScores evaluate_observed_shown(const ScoreOptions& options) {
    const Progress progress("score", "reading and scoring " + counted(options.submissions.size(), "submission"));
    return evaluate_observed({options.truth,
                              options.at,
                              {options.submissions.begin(), options.submissions.end()},
                              options.scoring.choices,
                              options.scoring.threads});
}

// Scores of estimated states (--at), which are never shown together with those of forecasts.
ExitCode run_observed(const ScoreOptions& options) {
    const OutputRule rule = rule_of(options);
    const std::vector<ReportFile> reports{{"--json", options.json, ReportFormat::json},
                                          {"--csv", options.csv, ReportFormat::csv},
                                          {"--markdown", options.markdown, ReportFormat::markdown}};
    std::string json;
    return with_reports(reports, rule, json, [&] {
        const ObservedScores scores = evaluate_observed_shown(options);
        json = observed_json(scores);
        if (!is_standard_output(options.json))
            tell(quiet ? observed_lines(scores) : observed_text(scores, output_width()));
        if (!options.csv.empty()) write_report(reports[1], observed_csv(scores), rule);
        if (!options.markdown.empty()) write_report(reports[2], observed_markdown(scores), rule);
        return ExitCode::ok;
    });
}

void print(const ScoreOptions& options, const Scores& scores) {
    if (quiet) return tell(line_report(scores));
    tell(options.all ? text_report(scores, output_width()) : text_summary(scores, output_width()));
}

// Writes the reports that show the system: the page, the animation and the figures.
void write_pages(const ScoreOptions& options, const Scores& scores, const ReportFile& html, const ReportFile& animation,
                 const OutputRule& rule) {
    const DescribedSystem described = described_test_set(options.truth, scores.shown.id);
    if (!html.path.empty()) write_report(html, html_report(scores, described), rule);
    if (!animation.path.empty()) write_report(animation, animation_svg(scores, described.compiled->spec.units), rule);
    if (options.figures.empty()) return;
    OutputRule beside = rule;
    beside.outputs.push_back(options.animation);
    const Units units = described.compiled ? described.compiled->spec.units : Units{};
    const std::vector<Figure> figures = figures_of(scores, described.floor, units);
    for (const std::string& failure : write_figures(figures, options.figures, beside, options.figure_style))
        print_problems("cchnn-eval", {{options.figures, failure}});
}

}  // namespace

ExitCode run(const ScoreOptions& options) {
    if (!options.at.empty()) return run_observed(options);
    const OutputRule rule = rule_of(options);
    const std::vector<ReportFile> reports{{"--json", options.json, ReportFormat::json},
                                          {"--csv", options.csv, ReportFormat::csv},
                                          {"--markdown", options.markdown, ReportFormat::markdown},
                                          {"--html", options.html, ReportFormat::html},
                                          {"--latex", options.latex, ReportFormat::latex},
                                          {"--cite", options.cite, ReportFormat::bibtex},
                                          {"--animation", options.animation, ReportFormat::picture}};
    std::string json;
    return with_reports(reports, rule, json, [&] {
        const Scores scores = evaluate_shown(options);
        json = json_report(scores);
        if (!is_standard_output(options.json)) print(options, scores);
        if (!options.csv.empty()) write_report(reports[1], csv_report({scores}), rule);
        if (!options.markdown.empty()) write_report(reports[2], markdown_report(scores), rule);
        if (!options.latex.empty())
            write_report(reports[4],
                         with_mark(latex_report(scores, options.wide ? LatexWidth::wide : LatexWidth::narrow),
                                   ReportFormat::latex),
                         rule);
        if (!options.cite.empty()) write_report(reports[5], with_mark(citation({scores}), ReportFormat::bibtex), rule);
        if (!options.html.empty() || !options.animation.empty() || !options.figures.empty())
            write_pages(options, scores, reports[3], reports[6], rule);
        tell_written(reports);
        return ExitCode::ok;
    });
}

}  // namespace cchnn
