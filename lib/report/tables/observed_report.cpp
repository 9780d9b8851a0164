#include "report/tables/observed_report.hpp"

#include <nlohmann/json.hpp>

#include "core/counted.hpp"
#include "core/errors.hpp"
#include "core/number_text.hpp"
#include "report/json_parts.hpp"
#include "report/tables/table_reports.hpp"
#include "report/tables/verdict.hpp"
#include "spec/json/json_list.hpp"
#include "spec/json/readable_json.hpp"

namespace cchnn {
namespace {

using Json = nlohmann::ordered_json;

std::string observed_cell(const ObservedMetric& metric) {
    return error_text(metric.summary.geometric_mean, metric.summary.geometric_mean_ci95);
}

std::string observed_heading(const ObservedScores& scores) {
    return printable(scores.truth) + " at the samples of " + printable(scores.view) + ": " + scores.system + ", " +
           trajectories_text(scores.trajectories) + ", " + std::to_string(scores.samples) + " of " +
           std::to_string(scores.of_samples) + " samples";
}

// One row for each submission and one column for each metric; the last column counts trajectories that are not
// finite.
std::vector<CaptionedTable> observed_tables(const ObservedScores& scores) {
    TextTable table{{""}, {}};
    for (const ObservedMetric& metric : scores.submissions.front().metrics) table.headings.push_back(metric.heading);
    table.headings.push_back("non-finite");
    for (const ObservedSubmission& submission : scores.submissions) {
        table.rows.push_back({short_label(submission.label)});
        for (const ObservedMetric& metric : submission.metrics) table.rows.back().push_back(observed_cell(metric));
        table.rows.back().push_back(std::to_string(submission.diverged));
    }
    std::string caption = "Estimated states against the clean reference, geometric mean over trajectories [95 %]";
    if (scores.noise_x > 0) caption += "; noise of what is seen: " + short_number(scores.noise_x, 3) + " m";
    if (scores.noise_v > 0) caption += ", " + short_number(scores.noise_v, 3) + " m/s";
    return {{caption + ":", table}};
}

std::vector<std::string> observed_remarks(const ObservedScores& scores) {
    std::vector<std::string> all;
    for (const ObservedSubmission& submission : scores.submissions)
        for (const std::string& remark : submission.remarks)
            all.push_back(short_label(submission.label) + ": " + printable(remark));
    return all;
}

Json observed_submission_json(const ObservedSubmission& submission) {
    Json json{{"label", submission.label},
              {"path", submission.path},
              {"model", submission.model},
              {"notes", submission.notes},
              {"remarks", submission.remarks},
              {"diverged", submission.diverged},
              {"metrics", Json::object()},
              {"relative_error_at_per_trajectory", json_numbers(submission.relative_error_at)}};
    for (const ObservedMetric& metric : submission.metrics) {
        json["metrics"][metric.key] = {{"unit", metric.unit}};
        json["metrics"][metric.key].update(json_summary(metric.summary));
    }
    return json;
}

}  // namespace

std::string observed_text(const ObservedScores& scores, std::size_t width) {
    const Verdict verdict = verdict_of(scores);
    return verdict_text(verdict, width) + wrapped(observed_heading(scores), 2, width) +
           text_of(observed_tables(scores), width) + text_of_remarks(observed_remarks(scores), width) + "\nsignature " +
           scores.signature + "\n" + wrapped(verdict.sentence, 2, width);
}

// For scripts: the label and its error, nothing else.
std::string observed_lines(const ObservedScores& scores) {
    std::string text;
    for (const ObservedSubmission& submission : scores.submissions)
        text += printable(submission.label) + "  " + observed_cell(submission.metrics.front()) + "\n";
    return text;
}

std::string observed_json(const ObservedScores& scores) {
    Json json = report_head("cchnn-eval observed", "scored", ExitCode::ok);
    json["signature"] = scores.signature;
    json["truth"] = {{"path", scores.truth}, {"system", scores.system}, {"digest", scores.digest}};
    json["view"] = {{"path", scores.view}, {"digest", scores.view_digest}};
    json["trajectories"] = scores.trajectories;
    json["samples"] = scores.samples;
    json["of_samples"] = scores.of_samples;
    json["noise_x"] = scores.noise_x;
    json["noise_v"] = scores.noise_v;
    json["submissions"] = json_list(scores.submissions, observed_submission_json);
    return json_document(json);
}

// The columns of csv_report(), so that both can be joined. Without its rows csv_report() gives their headings.
std::string observed_csv(const ObservedScores& scores) {
    std::string text = csv_report({});
    for (const ObservedSubmission& submission : scores.submissions)
        for (const ObservedMetric& metric : submission.metrics) {
            std::vector<std::string> cells{csv_cell(submission.label), csv_cell(submission.path), scores.system,
                                           metric.key, metric.unit};
            const std::vector<std::string> numbers = csv_numbers(metric.summary);
            cells.insert(cells.end(), numbers.begin(), numbers.end());
            cells.insert(cells.end(),
                         {"0", "0", std::to_string(submission.diverged), std::to_string(scores.trajectories),
                          csv_cell(scores.signature), "submission", ""});
            text += csv_line(cells);
        }
    return text;
}

std::string observed_markdown(const ObservedScores& scores) {
    return "## " + observed_heading(scores) + "\n" + markdown_of(verdict_of(scores)) +
           markdown_of(observed_tables(scores)) + markdown_of_remarks(observed_remarks(scores)) + "\n`" +
           scores.signature + "`\n";
}

}  // namespace cchnn
