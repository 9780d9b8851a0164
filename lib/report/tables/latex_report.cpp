#include "report/tables/latex_report.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>

#include "core/counted.hpp"
#include "core/latex_text.hpp"
#include "core/version.hpp"
#include "report/tables/comparison_report.hpp"
#include "report/tables/score_tables.hpp"
#include "report/tables/verdict.hpp"

namespace cchnn {
namespace {

using Cells = std::vector<std::string>;

// A table of the document with all texts in LaTeX already.
struct Table {
    std::string label, caption, note = "";  // label: of \ref, after "tab:"
    Cells headings = {""};
    std::vector<Cells> rows = {};
};

// One row, with the backslashes that end it.
std::string latex_row(const Cells& cells) {
    std::string text;
    for (const std::string& cell : cells) text += (&cell == &cells.front() ? "    " : " & ") + cell;
    return text + " \\\\\n";
}

// A floating table. The note below it has the signature.
std::string latex_of(const Table& table) {
    std::string text = "\n\\begin{table}\n  \\centering\n  \\caption{" + table.caption +
                       "}\n  \\label{tab:" + table.label + "}\n  \\cchnnfit{\\begin{tabular}{l" +
                       std::string(table.headings.size() - 1, 'r') + "}\n    \\toprule\n" + latex_row(table.headings) +
                       "    \\midrule\n";
    for (const Cells& row : table.rows) text += latex_row(row);
    return text + "    \\bottomrule\n  \\end{tabular}}\n\n  {\\tiny " + table.note + "}\n\\end{table}\n";
}

// Without booktabs its rules are plain ones. With graphicx a table that is wider than the column is scaled to
// it.
std::string latex_head() {
    return std::string("% Written by cchnn-eval ") + tool_version +
           "; compiles as it is, and looks best with \\usepackage{booktabs,graphicx}.\n"
           "\\providecommand{\\toprule}{\\hline}\\providecommand{\\midrule}{\\hline}"
           "\\providecommand{\\bottomrule}{\\hline}\n"
           "\\providecommand{\\cchnnfit}[1]{\\ifdefined\\resizebox"
           "\\resizebox{\\ifdim\\width>\\linewidth\\linewidth\\else\\width\\fi}{!}{#1}\\else#1\\fi}\n";
}

// Remarks go into the source as comments: an author decides what of them belongs into the paper.
std::string comments(const std::vector<std::string>& remarks) {
    std::string text = remarks.empty() ? "" : "\n";
    for (const std::string& remark : remarks) text += "% " + printable(remark) + "\n";
    return text;
}

// A signature is one long word: a line may break behind each of its choices.
std::string latex_signature(const std::string& signature) {
    std::string text = latex_text(signature);
    for (std::size_t begin = 0; (begin = text.find("\\textbar{}", begin)) != std::string::npos; begin += 20)
        text.insert(begin + 10, "\\allowbreak ");
    return "\\texttt{" + text + "}";
}

// The mantissa for a given power of ten, with two digits behind the point.
std::string scaled(double value, int exponent) {
    char text[40];
    std::snprintf(text, sizeof text, "%.2f", value / std::pow(10, exponent));
    return text;
}

// The power of ten of a number that is rounded to three digits: 9.996 is 10.0.
int exponent_of(double value) {
    char text[40];
    std::snprintf(text, sizeof text, "%.2e", value);
    return std::atoi(std::string(text).substr(std::string(text).find('e') + 1).c_str());
}

// A column of the table of scores. A metric that a system does not have, as constraints, makes no column.
struct Column {
    const char *key, *heading;
    bool mean;  // else the geometric mean
};
constexpr Column columns[] = {{"relative_error", "Relative error", false},
                              {"valid_time_0.5", "Valid prediction time, s", true},
                              {"energy_error_scaled", "Energy error", false},
                              {"constraint_rmse", "$\\Phi$, m$^2$", false},
                              {"crps", "CRPS", true}};

const MetricScore* find(const std::vector<MetricScore>& metrics, const std::string& key) {
    const auto found =
        std::find_if(metrics.begin(), metrics.end(), [&](const MetricScore& m) { return m.metric.key == key; });
    return found == metrics.end() ? nullptr : &*found;
}

std::string cell(const MetricScore& score, bool mean) {
    const Summary& s = score.summary;
    return mean ? latex_number(s.mean, s.mean_ci95) : latex_number(s.geometric_mean, s.geometric_mean_ci95);
}

// Outcomes without a number are words.
std::string start_error_cell(const std::optional<StartError>& e) {
    if (!e) return "--";
    if (e->outcome != StartError::Outcome::found) return latex_text(start_error_text(*e));
    return latex_number(e->value, e->low && e->high ? std::optional(Interval{*e->low, *e->high}) : std::nullopt);
}

// Whether the table gets a column for them.
bool has_start_errors(const Scores& scores) {
    return std::any_of(scores.submissions.begin(), scores.submissions.end(),
                       [](const SubmissionScores& s) { return s.start_error.has_value(); });
}

// Of a submission or a model.
template <class Scored>
Cells row_of(const Scored& scored, bool start_errors) {
    Cells row{latex_text(short_label(scored.label))};
    for (const Column& column : columns)
        if (const MetricScore* score = find(scored.metrics, column.key)) row.push_back(cell(*score, column.mean));
    if (start_errors) row.push_back(start_error_cell(scored.start_error));
    return row;
}

// Two kinds of nothing: a dash where no bound was computed, words where it is infinite.
std::string bound_cell(const ParameterScore& p) {
    if (!p.bound) return "--";
    const auto& bound = p.bound->start_estimated;
    return bound ? latex_number(bound->value) : "not identifiable";
}

// Estimated parameters with their bounds; a table without rows if nothing is estimated.
Table parameters_latex(const Scores& scores) {
    Table table{
        "parameters",
        "\\texttt{" + latex_text(scores.truth.system) +
            "}, estimated parameters: $|\\ln(\\mathrm{estimate}/\\mathrm{true})|$, relative error for signed ones, "
            "geometric mean.",
        latex_signature(scores.signature)};
    const bool bounded = !scores.observed.empty();
    table.headings = {"", "Parameter", "Error"};
    if (bounded) {
        table.headings.push_back("Cram\\'er-Rao bound");
        table.caption +=
            " Bound: smallest standard deviation with unknown starts, " + latex_text(scores.observed) + ".";
    }
    const auto add = [&](const auto& scored) {
        for (const ParameterScore& p : scored.parameters) {
            table.rows.push_back({latex_text(short_label(scored.label)), latex_text(p.pointer),
                                  latex_number(p.summary.geometric_mean, p.summary.geometric_mean_ci95)});
            if (bounded) table.rows.back().push_back(bound_cell(p));
        }
    };
    if (scores.models.empty())
        for (const SubmissionScores& s : scores.submissions) add(s);
    for (const ModelScores& m : scores.models) add(m);
    return table;
}

// The sentence of the verdict with its limits, for the beginning of a caption.
std::string latex_of(const Verdict& verdict) {
    std::string text = latex_text(verdict.sentence) + " ";
    for (const std::string& line : verdict.more) text += latex_text(line) + " ";
    return text;
}

// Begins with the verdict, so that the caption says what the table shows.
std::string caption_of(const Scores& scores) {
    std::string text =
        latex_of(verdict_of(scores)) + "\\texttt{" + latex_text(scores.truth.system) + "}, " +
        std::to_string(scores.truth.trajectories) +
        " test trajectories: geometric means with 95\\,\\% intervals; valid prediction time (until Err $>$ 0.5): "
        "mean." +
        (scores.choices.context > 1 ? " Context: " + std::to_string(scores.choices.context) + " given samples." : "");
    std::string lost;
    for (const SubmissionScores& s : scores.submissions)
        if (s.diverged.trajectories > 0)
            lost += (lost.empty() ? "" : ", ") + std::to_string(s.diverged.trajectories) + " of " +
                    latex_text(short_label(s.label));
    return lost.empty() ? text : text + " Not finite, with the worst value: " + lost + ".";
}

std::string name_cell(const Standing& s) {
    return latex_text(short_label(s.model) + (s.same_as.empty() ? "" : " (same as " + short_label(s.same_as) + ")"));
}

std::string rank_cell(const Standing& s) {
    const auto text = [](double rank) { return short_number(rank, 3); };
    return s.draws ? text(s.rank) + " [" + text(s.draws->lowest) + ", " + text(s.draws->highest) + "]" : text(s.rank);
}

Table standings_latex(const Comparison& comparison) {
    Table table{"standings",
                latex_of(verdict_of(comparison)) + "Over " + counted(comparison.systems.size(), "system") +
                    ": geometric mean of the relative error and rank, each with its 95\\,\\% interval.",
                "cchnn-eval " + std::string(tool_version)};
    table.headings = {"", "Relative error", "Rank"};
    for (const Standing& s : comparison.standings)
        table.rows.push_back({name_cell(s), latex_number(s.error, s.error_ci95), rank_cell(s)});
    return table;
}

std::string error_cell(const ModelScores& model) { return cell(model.metrics.front(), false); }
std::string start_cell(const ModelScores& model) { return start_error_cell(model.start_error); }

// What a table with a column for each system shows of a model: its error, or its equivalent start error.
struct SystemsTable {
    const char *label, *caption;
    std::string (*cell)(const ModelScores&);
};
constexpr SystemsTable error_tables{
    "systems-", "Relative error, geometric means over test trajectories with 95\\,\\% intervals.", error_cell};
constexpr SystemsTable start_error_tables{"start-errors-",
                                          "Equivalent start error with 95\\,\\% interval: the true motion from initial "
                                          "conditions perturbed by as much of the spread "
                                          "of the test set is as far off.",
                                          start_cell};

// A dash for a model that does not answer the system, or is not ranked there.
std::string cell_of(const SystemsTable& shown, const Scores& scores, const std::string& model) {
    for (const ModelScores& m : scores.models)
        if (m.label == model && m.ranked()) return shown.cell(m);
    return "--";
}

// The table of up to four systems from `first` on; more columns do not fit a page.
Table systems_latex(const SystemsTable& shown, const Comparison& comparison, std::size_t first) {
    Table table{shown.label + std::to_string(first / 4 + 1), shown.caption};
    table.rows.clear();
    for (const Standing& s : comparison.standings) table.rows.push_back({name_cell(s)});
    for (std::size_t i = first; i < std::min(first + 4, comparison.systems.size()); ++i) {
        const Scores& scores = comparison.systems[i];
        table.headings.push_back("\\texttt{" + latex_text(scores.truth.system) + "}");
        table.note += (table.note.empty() ? "" : "\\par ") + latex_signature(scores.signature);
        std::size_t row = 0;
        for (const Standing& s : comparison.standings) table.rows[row++].push_back(cell_of(shown, scores, s.model));
    }
    return table;
}

}  // namespace

std::string latex_number(double value, const std::optional<Interval>& interval) {
    if (std::isinf(value)) return "$\\infty$";
    if (value == 0) return "$0$";
    const auto alone = [](double number) { return latex_number(number); };
    if (interval && !(interval->low >= 0.1 * value && interval->high < 100 * value))
        return alone(value) + " [" + alone(interval->low) + ", " + alone(interval->high) + "]";
    const int shown = exponent_of(value), exponent = shown >= 0 && shown <= 2 ? 0 : shown;
    std::string text = "$" + scaled(value, exponent);
    if (interval) text += "\\,[" + scaled(interval->low, exponent) + ",\\," + scaled(interval->high, exponent) + "]";
    return text + (exponent == 0 ? "$" : "\\times10^{" + std::to_string(exponent) + "}$");
}

std::string latex_report(const Scores& scores) {
    Table table{"scores", caption_of(scores), latex_signature(scores.signature)};
    for (const Column& column : columns)
        if (find(scores.submissions.front().metrics, column.key)) table.headings.push_back(column.heading);
    const bool start_errors = has_start_errors(scores);
    if (start_errors) table.headings.push_back("Equivalent start error");
    if (scores.models.empty())
        for (const SubmissionScores& s : scores.submissions) table.rows.push_back(row_of(s, start_errors));
    for (const ModelScores& m : scores.models) table.rows.push_back(row_of(m, start_errors));
    const Table parameters = parameters_latex(scores);
    return latex_head() + latex_of(table) + (parameters.rows.empty() ? "" : latex_of(parameters)) +
           comments(score_remarks(scores));
}

std::string comparison_latex(const Comparison& comparison) {
    std::string text = latex_head() + latex_of(standings_latex(comparison));
    const bool start_errors = std::any_of(comparison.systems.begin(), comparison.systems.end(), has_start_errors);
    for (std::size_t first = 0; first < comparison.systems.size(); first += 4) {
        text += latex_of(systems_latex(error_tables, comparison, first));
        if (start_errors) text += latex_of(systems_latex(start_error_tables, comparison, first));
    }
    return text + comments(comparison_remarks(comparison));
}

}  // namespace cchnn
