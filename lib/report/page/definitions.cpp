#include "report/page/definitions.hpp"

#include <sstream>

#include "core/embedded_files.hpp"
#include "report/page/html_parts.hpp"

namespace cchnn {
namespace {

std::string trimmed(std::string text) {
    std::erase(text, '`');
    const std::size_t first = text.find_first_not_of(' '), last = text.find_last_not_of(' ');
    return first == std::string::npos ? "" : text.substr(first, last + 1 - first);
}

// The cells of a row of a Markdown table; "\|" is a bar inside of a cell.
std::vector<std::string> cells_of(const std::string& line) {
    std::vector<std::string> cells;
    std::string cell;
    for (std::size_t i = 1; i < line.size(); ++i) {
        if (line[i] == '\\' && i + 1 < line.size() && line[i + 1] == '|') cell += line[++i];
        else if (line[i] == '|') {
            cells.push_back(trimmed(cell));
            cell.clear();
        } else cell += line[i];
    }
    return cells;
}

// A column of a table: its heading, and what it means.
struct ColumnDefinition {
    TableColumns table;
    const char *column, *text;
};
constexpr ColumnDefinition columns[] = {
    {TableColumns::pairs, "error ratio",
     "exp of the mean over trajectories of log a - log b, the relative errors of the two on the same trajectory: below "
     "1, "
     "the first is better"},
    {TableColumns::pairs, "better on", "trajectories on which the first has the smaller error"},
    {TableColumns::pairs, "p",
     "sign-flip permutation test: how often random signs give as large a mean; (Holm): corrected for the number of "
     "pairs"},
    {TableColumns::standings, "error",
     "geometric mean over systems of the error of a model there, of the kind in the heading"},
    {TableColumns::standings, "ratio to first", "this error over that of the first row; it does not affect the rank"},
    {TableColumns::standings, "rank",
     "1 + models ahead + half of those with the same error or without an order; in brackets its central 95 % over the "
     "resampled "
     "comparisons"},
    {TableColumns::standings, "first in",
     "the share of the resampled comparisons in which the model is ahead of all others: its error is smaller, also on "
     "more of the trajectories, and it fails on no more of them"},
    {TableColumns::standings, "failed", "trajectories whose error is above 0.5, over all systems that are answered"},
    {TableColumns::standings, "p (Holm)", "of the difference from the first, corrected for the number of models"},
    {TableColumns::ranking, "failed",
     "trajectories whose relative error, or kinetic error where ranks go by it, is above 0.5; of a method the lowest "
     "and the highest share of its seeds"},
    {TableColumns::start_errors, "start error",
     "the perturbation of the initial condition, in units of the spread of the test set, that makes the true motion as "
     "wrong as the prediction; 95 % interval"},
    {TableColumns::beside_solver, "solver as good",
     "the fastest setting that is at least as accurate as the model, with its error"},
    {TableColumns::beside_solver, "solver in that time",
     "the most accurate setting that is at least as fast as the model"},
    {TableColumns::beside_solver, "error",
     "geometric mean over time and trajectories, not below the error of the reference"},
    {TableColumns::solver_settings, "evaluations", "of accelerations, each of all bodies, a trajectory"},
    {TableColumns::parameters, "error",
     "|ln(estimate / true value)| of a positive parameter, else |estimate - true value| / |true value|; of several "
     "estimates the geometric mean"},
    {TableColumns::parameters, "bound",
     "Cramer-Rao: the smallest standard deviation of an unbiased estimate from what was observed, with unknown or with "
     "known "
     "initial states; not identifiable: the observations do not determine it"},
    {TableColumns::suite_means, "ratio",
     "geometric mean error on the split over that on in, for models trained on the whole training set; geometric mean "
     "over tasks"},
    {TableColumns::suite_standings, "error out",
     "geometric mean over tasks and splits except in; a split that is not answered counts as 1"},
    {TableColumns::suite_standings, "error in", "the same on split in"},
    {TableColumns::suite_standings, "out / in",
     "error out over error in; it does not affect the rank, since a prediction of zeros has 1"},
    {TableColumns::arrivals, "arrived", "line of the ledger in board.lock.json, which fixes the order of arrival"},
    {TableColumns::limits, "value",
     "the statistic of the metric over trajectories; a limit that is met exactly passes"},
};

// An entry of an HTML list of definitions.
std::string definition(const std::string& name, const std::string& unit, const std::string& text) {
    return "<dt><code>" + html_escaped(name) + "</code>" + (unit.empty() ? "" : ", " + html_escaped(unit)) +
           "</dt><dd>" + html_escaped(text) + "</dd>\n";
}

}  // namespace

// Reads the rows of the one table whose heading begins with key, equation and over time, up to its end.
std::vector<MetricDefinition> metric_definitions() {
    std::istringstream text(embedded_files().at("schemas/metrics.md"));
    std::vector<MetricDefinition> definitions;
    bool inside = false;
    for (std::string line; std::getline(text, line);) {
        if (line.starts_with("| key | equation | over time |")) inside = true;
        else if (inside && !line.starts_with("|")) break;
        else if (const auto cells = inside && line.starts_with("| `") ? cells_of(line) : std::vector<std::string>{};
                 cells.size() == 5)
            definitions.push_back({cells[0], cells[1], cells[2], cells[3], cells[4]});
    }
    return definitions;
}

// Metrics come from schemas/metrics.md, so that the page says what the specification says.
std::string html_definitions(const CaptionedTable& table) {
    std::string text;
    for (const ColumnDefinition& c : columns)
        if (c.table == table.columns) text += definition(c.column, "", c.text);
    if (table.metrics)
        for (const MetricDefinition& d : metric_definitions())
            if (d.table == table_name(*table.metrics))
                text += definition(d.key, d.unit == "1" ? "" : d.unit,
                                   d.equation + (d.over_time.empty() ? "" : "; over time: " + d.over_time));
    if (text.empty()) return "";
    return "<details class=\"definitions\"><summary>Definitions</summary><dl>\n" + text + "</dl></details>\n";
}

}  // namespace cchnn
