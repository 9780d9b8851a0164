#include "report/tables/latex_report.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>

#include "core/counted.hpp"
#include "core/joined.hpp"
#include "core/latex_text.hpp"
#include "core/version.hpp"
#include "dataset/documents/dataset_card.hpp"
#include "report/tables/comparison_report.hpp"
#include "report/tables/score_tables.hpp"
#include "report/tables/verdict.hpp"

namespace cchnn {
namespace {

// What a table says of a number: in a narrow one the interval stands below it.
struct Cell {
    std::string text, below = "";
    Cell(std::string text_, std::string below_ = "") : text(std::move(text_)), below(std::move(below_)) {}
    Cell(const char* text_) : text(text_) {}
};
using LatexCells = std::vector<Cell>;

// A table of the document with all texts in LaTeX already.
struct Table {
    std::string label, caption, note = "";  // label: of \ref, after "tab:"
    LatexCells headings = {""};
    std::vector<LatexCells> rows = {};
};

// As many columns of numbers as fit beside names, in one column of a text of two with intervals below, or over both.
constexpr std::size_t most_columns = 3;

// The first cell and those of [begin, end), with the backslashes that end a row.
std::string latex_row(const LatexCells& cells, std::size_t begin, std::size_t end, std::string Cell::*part) {
    std::string text = "    " + cells.front().*part;
    for (std::size_t i = begin; i < end; ++i) text += " & " + cells[i].*part;
    return text + " \\\\\n";
}

// A tabular of names and some columns.
std::string tabular_of(const Table& table, std::size_t begin, std::size_t end) {
    std::string text = "  \\begin{tabular}{@{}l" + std::string(end - begin, 'r') + "@{}}\n    \\toprule\n" +
                       latex_row(table.headings, begin, end, &Cell::text) + "    \\midrule\n";
    for (const LatexCells& row : table.rows) {
        text += latex_row(row, begin, end, &Cell::text);
        bool below = false;
        for (std::size_t i = begin; i < end; ++i) below = below || !row[i].below.empty();
        if (below) text += latex_row(row, begin, end, &Cell::below);
    }
    return text + "    \\bottomrule\n  \\end{tabular}\n";
}

// A floating table in the size of the text, over both columns or in one of them, with some columns below the others.
// The note below it has the signature.
std::string latex_of(const Table& table, LatexWidth width) {
    const std::string environment = width == LatexWidth::wide ? "table*" : "table";
    std::string text = "\n\\begin{" + environment + "}\n  \\centering\\setlength{\\tabcolsep}{2.5pt}\n  \\caption{" +
                       table.caption + "}\n  \\label{tab:" + table.label + "}\n";
    const std::size_t columns = table.headings.size();
    for (std::size_t begin = 1; begin < columns; begin += most_columns)
        text +=
            (begin > 1 ? "\n  \\medskip\n" : "") + tabular_of(table, begin, std::min(begin + most_columns, columns));
    return text + "\n  {\\footnotesize\\raggedright " + table.note + "\\par}\n\\end{" + environment + "}\n";
}

// Without booktabs its rules are plain ones.
std::string latex_head() {
    return std::string("% Written by cchnn-eval ") + tool_version +
           "; compiles as it is, and looks best with \\usepackage{booktabs}.\n"
           "\\providecommand{\\toprule}{\\hline}\\providecommand{\\midrule}{\\hline}"
           "\\providecommand{\\bottomrule}{\\hline}\n";
}

// Remarks go into the source as comments: an author decides what of them belongs into the paper.
std::string comments(const std::vector<std::string>& remarks) {
    std::string text = remarks.empty() ? "" : "\n";
    for (const std::string& remark : remarks) text += "% " + printable(remark) + "\n";
    return text;
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

// Ends that are too far apart for one power of ten have their own.
bool is_far(double value, const Interval& interval) {
    return !(interval.low >= 0.1 * value && interval.high < 100 * value);
}

int common_exponent(double value) {
    const int exponent = exponent_of(value);
    return exponent >= 0 && exponent <= 2 ? 0 : exponent;
}

// In a wide table the interval stands behind its number, in a narrow one below it, with the same power of ten.
Cell number_cell(double value, const std::optional<Interval>& interval, LatexWidth width,
                 const std::string& mark = "") {
    if (width == LatexWidth::wide || !interval || std::isinf(value) || value == 0)
        return mark + latex_number(value, width == LatexWidth::wide ? interval : std::nullopt);
    const int exponent = common_exponent(value);
    const std::string ends =
        is_far(value, *interval)
            ? latex_number(interval->low) + ", " + latex_number(interval->high)
            : "$" + scaled(interval->low, exponent) + ",\\," + scaled(interval->high, exponent) + "$";
    return {mark + latex_number(value), "{\\footnotesize [" + ends + "]}"};
}

// A column of the table of scores. A metric that a system does not have, as constraints, makes no column.
struct Column {
    const char *key, *heading;
    bool mean;  // else the geometric mean
};
constexpr Column latex_columns[] = {{"relative_error", "Err", false},
                                    {"valid_time_0.1", "VPT, s", true},
                                    {"energy_error_scaled", "Energy", false},
                                    {"constraint_rmse", "$\\Phi$, m$^2$", false},
                                    {"crps", "CRPS", true}};

const MetricScore* find(const std::vector<MetricScore>& metrics, const std::string& key) {
    const auto found = std::ranges::find_if(metrics, [&](const MetricScore& m) { return m.metric.key == key; });
    return found == metrics.end() ? nullptr : &*found;
}

// A mean of times of which some are longer than the trajectory is a lower limit.
Cell cell(const MetricScore& score, bool mean, LatexWidth width) {
    const Summary& s = score.summary;
    return mean ? number_cell(s.mean, s.mean_ci95, width, score.censored > 0 ? "$\\geq$" : "")
                : number_cell(s.geometric_mean, s.geometric_mean_ci95, width);
}

// Outcomes without a number are words.
Cell start_error_cell(const std::optional<StartError>& e, LatexWidth width) {
    if (!e) return "--";
    if (e->outcome != StartError::Outcome::found) return latex_text(start_error_text(*e));
    return number_cell(e->value, e->low && e->high ? std::optional(Interval{*e->low, *e->high}) : std::nullopt, width);
}

// A long name is broken into lines.
std::string name_cell(const std::string& name, LatexWidth width) {
    const bool is_long = name.size() > (width == LatexWidth::wide ? 20 : 14);
    if (!is_long) return latex_text(name);
    return std::string("\\parbox[t]{") + (width == LatexWidth::wide ? "0.2" : "0.24") + "\\linewidth}{\\raggedright " +
           breakable_latex_text(name) + "\\strut}";
}

// Whether the table gets a column for them.
bool has_start_errors(const Scores& scores) {
    return std::ranges::any_of(scores.submissions, [](const SubmissionScores& s) { return s.start_error.has_value(); });
}

// Of a submission or a model.
template <class Scored>
LatexCells row_of(const Scored& scored, const std::string& name, const std::string& seeds, bool start_errors,
                  LatexWidth width) {
    LatexCells row{name_cell(name, width)};
    if (!seeds.empty()) row.push_back(seeds);
    for (const Column& column : latex_columns)
        if (const MetricScore* score = find(scored.metrics, column.key))
            row.push_back(cell(*score, column.mean, width));
    if (start_errors) row.push_back(start_error_cell(scored.start_error, width));
    return row;
}

// Two kinds of nothing: a dash where no bound was computed, words where it is infinite.
std::string bound_cell(const ParameterScore& p) {
    if (!p.bound) return "--";
    const auto& bound = p.bound->start_estimated;
    return bound ? latex_number(bound->value) : "not identifiable";
}

// Estimated parameters with their bounds; a table without rows if nothing is estimated.
Table parameters_latex(const Scores& scores, LatexWidth width) {
    Table table{
        "parameters",
        "\\texttt{" + latex_text(scores.truth.system) +
            "}, estimated parameters: $|\\ln(\\mathrm{estimate}/\\mathrm{true})|$, relative error for signed ones, "
            "geometric mean.",
        breakable_latex(scores.signature)};
    const bool bounded = !scores.observed.empty();
    table.headings = {"", "Parameter", "Error"};
    if (bounded) {
        table.headings.push_back("Cram\\'er-Rao bound");
        table.caption +=
            " Bound: smallest standard deviation with unknown starts, " + latex_text(scores.observed) + ".";
    }
    const auto add = [&](const auto& scored) {
        for (const ParameterScore& p : scored.parameters) {
            table.rows.push_back({name_cell(short_label(scored.label), width), latex_text(p.pointer),
                                  number_cell(p.summary.geometric_mean, p.summary.geometric_mean_ci95, width)});
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
        " test trajectories: geometric means with 95\\,\\% intervals; VPT, the valid prediction time (until Err $>$ "
        "0.1): "
        "mean, a lower limit ($\\geq$) if some predictions are valid to the end; Energy: error / max kinetic energy." +
        (scores.choices.context > 1 ? " Context: " + std::to_string(scores.choices.context) + " given samples." : "");
    std::string lost;
    for (const SubmissionScores& s : scores.submissions)
        if (s.diverged.trajectories > 0)
            lost += (lost.empty() ? "" : ", ") + std::to_string(s.diverged.trajectories) + " of " +
                    latex_text(short_label(s.label));
    return lost.empty() ? text : text + " Not finite, with the worst value: " + lost + ".";
}

std::string name_cell(const Standing& s, LatexWidth width) {
    return name_cell(short_label(s.model) + (s.same_as.empty() ? "" : " (same as " + short_label(s.same_as) + ")"),
                     width);
}

std::string rank_cell(const Standing& s) {
    const auto text = [](double rank) { return short_number(rank, 3); };
    return text(s.rank) + (s.draws ? " [" + text(s.draws->lowest) + ", " + text(s.draws->highest) + "]" : "") +
           (s.unordered ? ", no order" : "");
}

// What standings go by, as the columns of the other tables are called.
const char* standing_heading(RankChoice by) {
    return by == RankChoice::error ? "Err" : by == RankChoice::kinetic ? "$K$" : words(by);
}

Table standings_latex(const Comparison& comparison, LatexWidth width) {
    const RankChoice by = comparison.systems.front().choices.rank_by;
    const bool alone = comparison.standings.size() == 1;  // has no rank
    Table table{"standings",
                latex_of(verdict_of(comparison)) + "Over " + counted(comparison.systems.size(), "system") +
                    ": geometric mean of the " + words(by) + " and rank, each with its 95\\,\\% interval.",
                "cchnn-eval " + std::string(tool_version)};
    table.headings = {"", standing_heading(by), "Rank"};
    for (const Standing& s : comparison.standings)
        table.rows.push_back(
            {name_cell(s, width), number_cell(s.error, s.error_ci95, width), alone ? Cell("--") : Cell(rank_cell(s))});
    return table;
}

Cell error_cell(const ModelScores& model, LatexWidth width) { return cell(model.metrics.front(), false, width); }
Cell start_cell(const ModelScores& model, LatexWidth width) { return start_error_cell(model.start_error, width); }

// What a table with a column for each system shows of a model: its error, or its equivalent start error.
struct SystemsTable {
    const char *label, *caption;
    Cell (*cell)(const ModelScores&, LatexWidth);
};
constexpr SystemsTable error_tables{
    "systems-", "Relative error, geometric means over test trajectories with 95\\,\\% intervals.", error_cell};
constexpr SystemsTable start_error_tables{"start-errors-",
                                          "Equivalent start error with 95\\,\\% interval: the true motion from initial "
                                          "conditions perturbed by as much of the spread "
                                          "of the test set is as far off.",
                                          start_cell};

// A dash for a model that does not answer the system.
Cell cell_of(const SystemsTable& shown, const Scores& scores, const std::string& model, LatexWidth width) {
    for (const ModelScores& m : scores.models)
        if (m.label == model) return shown.cell(m, width);
    return "--";
}

// Reference rollouts and naive forecasts of some system, which have no standing: label and name with its mark.
std::vector<std::pair<std::string, std::string>> beside_standings(const Comparison& comparison) {
    std::vector<std::pair<std::string, std::string>> found;
    for (const Scores& scores : comparison.systems)
        for (const ModelScores& model : scores.models) {
            const std::pair<std::string, std::string> one{model.label, row_label(scores, model)};
            if (!model.ranked() && std::ranges::find(found, one) == found.end()) found.push_back(one);
        }
    return found;
}

// More columns with their intervals do not fit.
std::size_t most_systems(LatexWidth width) { return width == LatexWidth::wide ? most_columns : 2; }

// The table of some systems from `first` on.
Table systems_latex(const SystemsTable& shown, const Comparison& comparison, std::size_t first, LatexWidth width) {
    const std::size_t most = most_systems(width), end = std::min(first + most, comparison.systems.size());
    Table table{shown.label + std::to_string(first / most + 1), shown.caption};
    const auto add = [&](const std::string& model, const std::string& name) {
        table.rows.push_back({name});
        for (std::size_t i = first; i < end; ++i)
            table.rows.back().push_back(cell_of(shown, comparison.systems[i], model, width));
    };
    for (const Standing& s : comparison.standings) add(s.model, name_cell(s, width));
    for (const auto& [model, name] : beside_standings(comparison)) add(model, name_cell(name, width));
    for (std::size_t i = first; i < end; ++i) {
        const Scores& scores = comparison.systems[i];
        table.headings.push_back("\\texttt{" + latex_text(scores.truth.system) + "}");
        table.note += (table.note.empty() ? "" : "\\par ") + breakable_latex(scores.signature);
    }
    return table;
}

}  // namespace

std::string latex_number(double value, const std::optional<Interval>& interval) {
    if (std::isinf(value)) return "$\\infty$";
    if (value == 0) return "$0$";
    const auto alone = [](double number) { return latex_number(number); };
    if (interval && is_far(value, *interval))
        return alone(value) + " [" + alone(interval->low) + ", " + alone(interval->high) + "]";
    const int exponent = common_exponent(value);
    std::string text = "$" + scaled(value, exponent);
    if (interval) text += "\\,[" + scaled(interval->low, exponent) + ",\\," + scaled(interval->high, exponent) + "]";
    return text + (exponent == 0 ? "$" : "\\times10^{" + std::to_string(exponent) + "}$");
}

std::string latex_report(const Scores& scores, LatexWidth width) {
    Table table{"scores", caption_of(scores), breakable_latex(scores.signature)};
    const bool seeds =
        std::ranges::any_of(scores.models, [](const ModelScores& model) { return model.members.size() > 1; });
    if (seeds) table.headings.push_back("Seeds");
    for (const Column& column : latex_columns)
        if (find(scores.submissions.front().metrics, column.key)) table.headings.push_back(column.heading);
    const bool start_errors = has_start_errors(scores);
    if (start_errors) table.headings.push_back("Start error");
    if (scores.models.empty())
        for (const SubmissionScores& s : scores.submissions)
            table.rows.push_back(row_of(s, row_label(scores, s), "", start_errors, width));
    for (const ModelScores& m : scores.models)
        table.rows.push_back(
            row_of(m, row_label(scores, m), seeds ? std::to_string(m.members.size()) : "", start_errors, width));
    const Table parameters = parameters_latex(scores, width);
    return latex_head() + latex_of(table, width) + (parameters.rows.empty() ? "" : latex_of(parameters, width)) +
           comments(score_remarks(scores));
}

std::string comparison_latex(const Comparison& comparison, LatexWidth width) {
    std::string text = latex_head() + latex_of(standings_latex(comparison, width), width);
    const bool start_errors = std::ranges::any_of(comparison.systems, has_start_errors);
    for (std::size_t first = 0; first < comparison.systems.size(); first += most_systems(width)) {
        text += latex_of(systems_latex(error_tables, comparison, first, width), width);
        if (start_errors) text += latex_of(systems_latex(start_error_tables, comparison, first, width), width);
    }
    return text + comments(comparison_remarks(comparison));
}

namespace {

std::string key_of(const TruthInfo& truth) { return "cchnn-" + truth.system + "-" + truth.digest.substr(0, 12); }

std::string sentence(const std::vector<Scores>& all) {
    return "Errors as defined by Finzi et al.~\\cite{finzi2020simplifying}, computed by cchnn " +
           std::string(tool_version) + "~\\cite{cchnn} on~\\cite{" +
           joined(all, ",", [](const Scores& scores) { return key_of(scores.truth); }) + "}.\n";
}

// A field of BibTeX needs balanced braces.
std::string breakable_bibtex(std::string text) {
    for (char& c : text) c = c == '{' ? '(' : c == '}' ? ')' : c;
    return breakable_latex(text);
}

std::string test_set_entry(const Scores& scores) {
    const TruthInfo& truth = scores.truth;
    return "\n@misc{" + key_of(truth) + ",\n  title = {Test set of \\texttt{" + bibtex_text(truth.system) +
           "}: " + trajectories_text(truth.trajectories) + " of " + std::to_string(truth.samples) +
           " samples},\n  key = {cchnn},\n  year = {" + citation_year() + "},\n  note = {Split " +
           bibtex_text(truth.split) + ", seed " + std::to_string(truth.seed) + ", SHA-256 of the reference solutions " +
           breakable_bibtex(truth.digest) +
           (truth.reference.empty() ? "" : "; system: " + bibtex_text(truth.reference)) + "; scores by cchnn " +
           tool_version + " with signature " + breakable_bibtex(scores.signature) + "},\n}\n";
}

constexpr const char* paper_entry = R"(
@inproceedings{finzi2020simplifying,
  title = {Simplifying {H}amiltonian and {L}agrangian Neural Networks via Explicit Constraints},
  author = {Finzi, Marc and Wang, Ke Alexander and Wilson, Andrew Gordon},
  booktitle = {Advances in Neural Information Processing Systems},
  volume = {33},
  year = {2020},
}
)";

}  // namespace

std::string citation(const std::vector<Scores>& all) {
    std::string text = sentence(all) + "\n" + program_citation();
    for (const Scores& scores : all) text += test_set_entry(scores);
    return text + paper_entry;
}

}  // namespace cchnn
