#include "report/tables/latex_report.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>

#include "core/version.hpp"
#include "report/tables/comparison_report.hpp"
#include "report/tables/latex_text.hpp"
#include "report/tables/score_tables.hpp"

namespace cchnn {
namespace {

using Cells = std::vector<std::string>;

struct Table {
    std::string label, caption, note = "";  // label: of \ref, after "tab:"
    Cells headings = {""};
    std::vector<Cells> rows = {};
};

std::string latex_row(const Cells& cells) {
    std::string text;
    for (const std::string& cell : cells) text += (&cell == &cells.front() ? "    " : " & ") + cell;
    return text + " \\\\\n";
}

std::string latex_of(const Table& table) {
    std::string text = "\n\\begin{table}\n  \\centering\n  \\caption{" + table.caption +
                       "}\n  \\label{tab:" + table.label + "}\n  \\cchnnfit{\\begin{tabular}{l" +
                       std::string(table.headings.size() - 1, 'r') + "}\n    \\toprule\n" + latex_row(table.headings) +
                       "    \\midrule\n";
    for (const Cells& row : table.rows) text += latex_row(row);
    return text + "    \\bottomrule\n  \\end{tabular}}\n\n  {\\tiny " + table.note + "}\n\\end{table}\n";
}

// Rules of booktabs are plain ones without it; with graphicx a table that is wider than the column is scaled to it.
std::string latex_head() {
    return std::string("% Written by cchnn-eval ") + tool_version +
           "; compiles as it is, and looks best with \\usepackage{booktabs,graphicx}.\n"
           "\\providecommand{\\toprule}{\\hline}\\providecommand{\\midrule}{\\hline}"
           "\\providecommand{\\bottomrule}{\\hline}\n"
           "\\providecommand{\\cchnnfit}[1]{\\ifdefined\\resizebox"
           "\\resizebox{\\ifdim\\width>\\linewidth\\linewidth\\else\\width\\fi}{!}{#1}\\else#1\\fi}\n";
}

std::string comments(const std::vector<std::string>& remarks) {
    std::string text = remarks.empty() ? "" : "\n";
    for (const std::string& remark : remarks) text += "% " + printable(remark) + "\n";
    return text;
}

// A line may break behind each choice.
std::string latex_signature(const std::string& signature) {
    std::string text = latex_text(signature);
    for (std::size_t at = 0; (at = text.find("\\textbar{}", at)) != std::string::npos; at += 20)
        text.insert(at + 10, "\\allowbreak ");
    return "\\texttt{" + text + "}";
}

std::string scaled(double value, int exponent) {
    char text[40];
    std::snprintf(text, sizeof text, "%.2f", value / std::pow(10, exponent));
    return text;
}

// Of a number with three digits: 9.996 is 10.0.
int exponent_of(double value) {
    char text[40];
    std::snprintf(text, sizeof text, "%.2e", value);
    return std::atoi(std::string(text).substr(std::string(text).find('e') + 1).c_str());
}

// What a column shows; where a system has no such metric there is none.
struct Column {
    const char *key, *heading;
    bool mean;  // else the geometric mean
};
constexpr Column columns[] = {{"relative_error", "Relative error", false},
                              {"valid_time_0.5", "Valid prediction time, s", true},
                              {"energy_error_scaled", "Energy error", false},
                              {"constraint_rmse", "$\\Phi$, m$^2$", false}};

const MetricScore* find(const std::vector<MetricScore>& metrics, const std::string& key) {
    const auto found =
        std::find_if(metrics.begin(), metrics.end(), [&](const MetricScore& m) { return m.metric.key == key; });
    return found == metrics.end() ? nullptr : &*found;
}

std::string cell(const MetricScore& score, bool mean) {
    const Summary& s = score.summary;
    return mean ? latex_number(s.mean, s.mean_ci95) : latex_number(s.geometric_mean, s.geometric_mean_ci95);
}

Cells row_of(const std::string& label, const std::vector<MetricScore>& metrics) {
    Cells row{latex_text(short_label(label))};
    for (const Column& column : columns)
        if (const MetricScore* score = find(metrics, column.key)) row.push_back(cell(*score, column.mean));
    return row;
}

std::string caption_of(const Scores& scores) {
    std::string text =
        "\\texttt{" + latex_text(scores.truth.system) + "}, " + std::to_string(scores.truth.trajectories) +
        " test trajectories: geometric means with 95\\,\\% intervals; valid prediction time (until Err $>$ 0.5): mean.";
    std::string lost;
    for (const SubmissionScores& s : scores.submissions)
        if (s.diverged.trajectories > 0)
            lost += (lost.empty() ? "" : ", ") + std::to_string(s.diverged.trajectories) + " of " +
                    latex_text(short_label(s.label));
    return lost.empty() ? text : text + " Not finite, with the worst value: " + lost + ".";
}

std::string ratio_cell(const Standing& s) { return latex_number(s.error_ratio, s.error_ratio_ci95); }

std::string rank_cell(const Standing& s) { return scaled(s.mean_rank, 0); }

Table standings_latex(const Comparison& comparison) {
    Table table{"standings",
                "Over " + std::to_string(comparison.systems.size()) +
                    " systems: error ratio to the best model of each, at most 100, with 95\\,\\% interval; mean rank.",
                "cchnn-eval " + std::string(tool_version)};
    table.headings = {"", "Error ratio", "Mean rank"};
    for (const Standing& s : comparison.standings)
        if (s.same_as.empty()) table.rows.push_back({latex_text(short_label(s.model)), ratio_cell(s), rank_cell(s)});
    return table;
}

std::string error_cell(const Scores& scores, const std::string& model) {
    for (const ModelScores& m : scores.models)
        if (m.label == model && !m.reference) return cell(m.metrics.front(), false);
    return "--";
}

// Up to four systems from `first` on.
Table systems_latex(const Comparison& comparison, std::size_t first) {
    Table table{"systems-" + std::to_string(first / 4 + 1),
                "Relative error, geometric means over test trajectories with 95\\,\\% intervals."};
    table.rows.clear();
    for (const Standing& s : comparison.standings)
        if (s.same_as.empty()) table.rows.push_back({latex_text(short_label(s.model))});
    for (std::size_t i = first; i < std::min(first + 4, comparison.systems.size()); ++i) {
        const Scores& scores = comparison.systems[i];
        table.headings.push_back("\\texttt{" + latex_text(scores.truth.system) + "}");
        table.note += (table.note.empty() ? "" : "\\par ") + latex_signature(scores.signature);
        std::size_t row = 0;
        for (const Standing& s : comparison.standings)
            if (s.same_as.empty()) table.rows[row++].push_back(error_cell(scores, s.model));
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
    if (scores.models.empty())
        for (const SubmissionScores& s : scores.submissions) table.rows.push_back(row_of(s.label, s.metrics));
    for (const ModelScores& m : scores.models) table.rows.push_back(row_of(m.label, m.metrics));
    return latex_head() + latex_of(table) + comments(score_remarks(scores));
}

std::string comparison_latex(const Comparison& comparison) {
    std::string text = latex_head() + latex_of(standings_latex(comparison));
    for (std::size_t first = 0; first < comparison.systems.size(); first += 4)
        text += latex_of(systems_latex(comparison, first));
    return text + comments(comparison_remarks(comparison));
}

}  // namespace cchnn
