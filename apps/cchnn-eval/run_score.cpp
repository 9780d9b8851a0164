#include "commands.hpp"

#include <iostream>

#include "../run_program.hpp"
#include "report/figures/figures.hpp"
#include "report/json_report.hpp"
#include "report/page/html_report.hpp"
#include "report/tables/table_reports.hpp"
#include "report/tables/text_report.hpp"
#include "report/tables/text_table.hpp"
#include "stories/evaluate.hpp"
#include "written_files.hpp"

namespace cchnn {
namespace {

EvaluateRequest request_of(const ScoreOptions& options) {
    return {options.truth,        {options.submissions.begin(), options.submissions.end()},
            options.scoring,      options.group,
            options.published,    options.shown,
            !options.html.empty()};
}

}  // namespace

ExitCode run(const ScoreOptions& options) {
    const Scores scores = or_report_failure(options.json, [&] { return evaluate(request_of(options)); });
    if (options.json != "-") std::cout << text_report(scores, output_width());
    write_if_asked(options.json, [&] { return json_report(scores); });
    write_if_asked(options.csv, [&] { return csv_report({scores}); });
    write_if_asked(options.markdown, [&] { return markdown_report(scores); });
    write_if_asked(options.html, [&] { return html_report(scores); });
    if (options.figures.empty()) return ExitCode::ok;
    for (const std::string& failure : write_figures(figures_of(scores), options.figures))
        print_problems("cchnn-eval", {{options.figures, failure}});
    return ExitCode::ok;
}

ExitCode run(const GateOptions& options) {
    struct Judged {
        Scores scores;
        std::vector<GateResult> results;
    };
    const Judged judged = or_report_failure(options.score.json, [&] {
        std::vector<Threshold> thresholds = options.thresholds;
        if (!options.thresholds_file.empty())
            for (const Threshold& threshold : read_thresholds(options.thresholds_file)) thresholds.push_back(threshold);
        Scores scores = evaluate(request_of(options.score));
        std::vector<GateResult> results = gate(scores, thresholds);
        return Judged{std::move(scores), std::move(results)};
    });
    if (options.score.json != "-")
        for (const GateResult& result : judged.results)
            std::cout << (result.passed ? "passed  " : "FAILED  ") << printable(gate_text(result)) << '\n';
    if (options.score.json != "-") std::cout << "signature " << judged.scores.signature << '\n';
    write_if_asked(options.score.json, [&] { return json_gate_report(judged.scores, judged.results); });
    return all_passed(judged.results) ? ExitCode::ok : ExitCode::gate_failed;
}

}  // namespace cchnn
