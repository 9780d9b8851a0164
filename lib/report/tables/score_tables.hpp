#pragma once
// Scores as tables with captions, made once for all formats that show tables: text, Markdown, pages. A table
// has a row for each submission and values with 95 % intervals. Methods of several seeds, paired comparisons
// and published scores have tables of their own. A metric that no submission has makes no table.

#include <string>
#include <vector>

#include "report/tables/text_table.hpp"
#include "score/scores.hpp"

namespace cchnn {

// The tables whose columns have definitions of their own.
enum class TableColumns {
    undefined,
    pairs,
    ranking,
    standings,
    start_errors,
    beside_solver,
    solver_settings,
    parameters,
    suite_standings,
    suite_means,
    arrivals,
    limits
};

struct CaptionedTable {
    std::string caption;
    TextTable table;
    // What its numbers mean, for pages (html_definitions() of page/html_parts.hpp): a family of metrics, the columns of a table, both or
    // neither.
    std::optional<MetricFamily> metrics = {};
    TableColumns columns = TableColumns::undefined;
};

// "data/test.h5: chain_pendulum_1, 100 trajectories of 100 samples, 0 .. 2.97 s"
std::string score_heading(const Scores& scores);
// The words about the given samples if they are more than the initial state: "; context: samples 0 .. 19 are
// given, ..."; else "".
std::string context_text(const MetricChoices& choices);
std::vector<CaptionedTable> score_tables(const Scores& scores);
// That of one family, without rows if there are no metrics of it.
CaptionedTable family_table(const Scores& scores, MetricFamily family);
// With which the caption of a family's table begins; schemas/metrics.md names the tables of metrics by it.
const char* table_name(MetricFamily family);

// p in a cell, with "(sign)" if it is that of a sign test.
std::string p_text(double p, const PairedTest& test);
constexpr const char* sign_test_words =
    "(sign): a sign test of the share of trajectories won, where differences are skewed or mixed with failures";

// Training seeds of each method for 80 % power to see a ratio of 1.2, in a cell.
std::string seeds_text(const PairedTest& test);
constexpr const char* power_words =
    "seeds for 1.2: training seeds of each method for 80 % power to see a ratio of 1.2 on as many trajectories";

// What a reader has to know to read the numbers: which trajectories are not finite, what is missing, what
// published numbers mean.
std::vector<std::string> score_remarks(const Scores& scores);
// The notes that submissions carry, "mine: notes: ..."; of long ones the beginning.
std::vector<std::string> score_notes(const Scores& scores);
// Both, as reports of one test set list them.
std::vector<std::string> remarks_and_notes(const Scores& scores);

// "1.23e-05 [1.1e-05, 1.4e-05]": a value of a metric, and its interval where there is one.
std::string with_interval(const Metric& metric, double value, const std::optional<Interval>& interval);
// The arithmetic mean with its interval, or the words that its tail is too heavy for one.
std::string mean_text(const MetricScore& score);
// "3.10e-05 [2.50e-05, 3.90e-05]", "below 1e-09", "above 0.2 (saturated)", "- (too chaotic)"
std::string start_error_text(const StartError& error);
// The statistic that leads the table of a metric (headline_is_mean()), without its interval.
std::string headline_text(const MetricScore& score);
// A label of at most 40 characters without control characters. Labels come from files of other people.
std::string short_label(const std::string& label);
// The label of a row, with what keeps it from being a model among others: "rollout (reference)", "mean (naive)",
// "net2 (same as net)".
std::string row_label(const Scores& scores, const SubmissionScores& submission);
std::string row_label(const Scores& scores, const ModelScores& model);
// Paired comparisons of models; a table without rows if there is only one model.
CaptionedTable paired_table(const std::vector<ModelComparison>& comparisons);

}  // namespace cchnn
