#include "report/tables/table_reports.hpp"

#include <algorithm>
#include <cmath>
#include <sstream>

#include "core/counted.hpp"
#include "core/number_text.hpp"
#include "core/option.hpp"
#include "report/tables/comparison_report.hpp"
#include "report/tables/score_tables.hpp"
#include "report/tables/verdict.hpp"

namespace cchnn {
namespace {

using Cells = std::vector<std::string>;

// An empty cell where there is no interval.
std::string end_of(const std::optional<Interval>& interval, double Interval::*end) {
    return interval ? csv_number(*interval.*end) : "";
}

// What a submission is, in the column `row`.
std::string kind_of(const SubmissionScores& submission) {
    if (submission.reference) return "reference";
    if (!submission.naive.empty()) return "naive";
    return submission.copies_of.empty() ? "submission" : "copy";
}

// A line that is not of one file.
std::string line_of(const std::string& label, const std::string& system, const std::string& metric,
                    const Cells& numbers, std::uint64_t trajectories, const std::string& signature,
                    const std::string& kind, const std::string& seeds = "") {
    Cells cells{csv_cell(label), "", system, csv_cell(metric), "1"};
    cells.insert(cells.end(), numbers.begin(), numbers.end());
    cells.insert(cells.end(), {"0", "0", "", trajectories > 0 ? std::to_string(trajectories) : "", csv_cell(signature),
                               kind, seeds});
    return csv_line(cells);
}

// A number in place of a mean, or of a geometric mean with its interval.
Cells as_mean(double value, const std::string& low = "", const std::string& high = "") {
    return {csv_number(value), low, high, "", "", "", "", "", ""};
}
Cells as_geometric_mean(double value, const std::optional<Interval>& interval) {
    return {"", "", "", csv_number(value), end_of(interval, &Interval::low), end_of(interval, &Interval::high),
            "", "", ""};
}

std::string pair_lines(const Scores& scores, const ModelComparison& c) {
    const auto of_pair = [&](const std::string& metric, const Cells& numbers) {
        return line_of(c.a, scores.truth.system, metric + c.b, numbers, scores.truth.trajectories, scores.signature,
                       "pair");
    };
    std::string text = of_pair("ratio_to:", as_geometric_mean(c.test.ratio, c.test.ratio_ci95));
    if (c.test.p_value) text += of_pair("p_value_to:", as_mean(*c.test.p_value));
    if (c.p_holm) text += of_pair("p_holm_to:", as_mean(*c.p_holm));
    return text;
}

std::string standing_lines(const Standing& s) {
    const auto of_all = [&](const std::string& metric, const Cells& numbers) {
        return line_of(s.model, "all", metric, numbers, 0, "", "standing");
    };
    std::string text = of_all("standing_error", as_geometric_mean(s.error, s.error_ci95));
    text += of_all("interquartile_mean", as_geometric_mean(s.interquartile_mean, std::nullopt));
    if (s.improvement) text += of_all("improvement_over_first", as_mean(*s.improvement));
    if (s.unordered) text += of_all("no_order_with_first", as_mean(1));
    if (!s.draws) return text + of_all("rank", as_mean(s.rank));
    return text + of_all("rank", as_mean(s.rank, csv_number(s.draws->lowest), csv_number(s.draws->highest))) +
           of_all("first_in_draws", as_mean(s.draws->first));
}

// What the lines of one file or method have in common.
struct LineOf {
    std::string label, path;
    std::uint64_t diverged = 0;
    std::string kind, seeds;
};

LineOf of_file(const SubmissionScores& submission) {
    return {submission.label, submission.path, submission.diverged.trajectories, kind_of(submission), "1"};
}

// A whole line around its numbers: who and what before them, counts and the signature after them.
std::string line_of(const Scores& scores, const LineOf& of, const std::string& metric, const std::string& unit,
                    const Cells& numbers, bool larger_is_better = false, std::uint64_t censored = 0) {
    Cells cells{csv_cell(of.label), csv_cell(of.path), scores.truth.system, csv_cell(metric), csv_cell(unit)};
    cells.insert(cells.end(), numbers.begin(), numbers.end());
    cells.insert(cells.end(),
                 {larger_is_better ? "1" : "0", std::to_string(censored), std::to_string(of.diverged),
                  std::to_string(scores.truth.trajectories), csv_cell(scores.signature), of.kind, of.seeds});
    return csv_line(cells);
}

// The start error in place of a geometric mean. If it was not found, the name of the metric says why, and the
// cells of the interval hold the ends that are known.
std::string start_error_line(const Scores& scores, const SubmissionScores& submission) {
    const StartError& e = *submission.start_error;
    const bool found = e.outcome == StartError::Outcome::found;
    std::optional<double> low = e.low, high = e.high;
    if (e.outcome == StartError::Outcome::below) high = e.value;
    const auto cell = [](const std::optional<double>& number) { return number ? csv_number(*number) : ""; };
    return line_of(scores, of_file(submission), found ? "start_error" : std::string("start_error:") + name(e.outcome),
                   "1", {"", "", "", found ? csv_number(e.value) : "", cell(low), cell(high), "", "", ""});
}

// The lines of a model beside the solver: the time that its file states, the solver's time at equal error, and
// the solver's error at equal time.
std::string solver_lines(const Scores& scores, const ModelScores& model) {
    const SolverComparison& c = *model.solver;
    LineOf of = of_file(scores.submissions[model.members.front()]);
    of.label = model.label;
    std::string text;
    if (c.seconds) text += line_of(scores, of, "stated_time", "s", as_mean(*c.seconds));
    if (c.at_equal_error) {
        const SolverRung& rung = scores.solver->rungs[*c.at_equal_error];
        text += line_of(scores, of, "solver_at_equal_error:" + rung.setting, "s", as_mean(rung.seconds));
    }
    if (c.at_equal_time) {
        const SolverRung& rung = scores.solver->rungs[*c.at_equal_time];
        text += line_of(scores, of, "solver_at_equal_time:" + rung.setting, "1",
                        as_geometric_mean(rung.error, std::nullopt));
    }
    return text;
}

// One line for the error of a parameter, and one for each bound. A bound without a value means: not
// identifiable.
std::string parameter_lines(const Scores& scores, const SubmissionScores& submission, const ParameterScore& p) {
    Summary errors = p.summary;
    errors.mean_ci95.reset();  // that of the geometric mean says it
    const std::string unit = p.kind == ParameterErrorKind::absolute ? p.unit : "1";
    const LineOf of = of_file(submission);
    std::string text = line_of(scores, of, "parameter_error:" + p.pointer, unit, csv_numbers(errors));
    if (!p.bound) return text;
    const std::pair<const char*, const std::optional<ParameterBound::Deviation>&> bounds[] = {
        {"parameter_bound:", p.bound->start_estimated}, {"parameter_bound_start_known:", p.bound->start_known}};
    for (const auto& [key, bound] : bounds)
        text += line_of(scores, of, key + p.pointer, unit, bound ? as_mean(bound->value) : Cells(9));
    return text;
}

std::string metric_line(const Scores& scores, const LineOf& of, const MetricScore& score) {
    return line_of(scores, of, score.metric.key, score.metric.unit, csv_numbers(score.summary),
                   score.metric.larger_is_better, score.censored);
}

// Over all training seeds.
std::string method_lines(const Scores& scores, const ModelScores& model) {
    LineOf of{model.label, "", 0, "method", std::to_string(model.members.size())};
    for (const std::size_t member : model.members) of.diverged += scores.submissions[member].diverged.trajectories;
    std::string text;
    for (const MetricScore& score : model.metrics) text += metric_line(scores, of, score);
    return text;
}

// A bar within a cell would end it, and markup in names of other people must stay text: both are escaped.
std::string markdown_cell(const std::string& text) {
    std::string safe;
    for (char c : text) {
        if (c == '<') safe += "&lt;";
        else if (c == '&') safe += "&amp;";
        else if (c == '|' || c == '`' || c == '*' || c == '_' || c == '[' || c == ']' || c == '\\') (safe += '\\') += c;
        else safe += c;
    }
    return safe;
}

std::string markdown_row(const std::vector<std::string>& cells) {
    std::string text = "|";
    for (const std::string& cell : cells) text += " " + markdown_cell(cell) + " |";
    return text + "\n";
}

}  // namespace

std::string csv_number(double value) { return std::isinf(value) ? "inf" : number_text(value); }

// Quotes a cell as RFC 4180 says. A cell that begins like a formula gets an apostrophe, because spreadsheets
// would compute it.
std::string csv_cell(const std::string& text) {
    std::string safe = printable(text);
    if (!safe.empty() && std::string("=+-@").find(safe.front()) != std::string::npos) safe.insert(0, "'");
    if (safe.find_first_of(",\"") == std::string::npos) return safe;
    for (std::size_t quote = 0; (quote = safe.find('"', quote)) != std::string::npos; quote += 2)
        safe.insert(quote, "\"");
    return '"' + safe + '"';
}

// RFC 4180 ends lines by CR and LF.
std::string csv_line(const std::vector<std::string>& cells) {
    std::string text;
    for (const std::string& cell : cells) text += cell + ",";
    text.back() = '\r';  // in place of the last comma
    return text + "\n";
}

std::vector<std::string> csv_numbers(const Summary& s) {
    return {csv_number(s.mean),
            end_of(s.mean_ci95, &Interval::low),
            end_of(s.mean_ci95, &Interval::high),
            csv_number(s.geometric_mean),
            end_of(s.geometric_mean_ci95, &Interval::low),
            end_of(s.geometric_mean_ci95, &Interval::high),
            csv_number(s.median),
            csv_number(s.p05),
            csv_number(s.p95)};
}

std::string csv_report(const std::vector<Scores>& all, const std::vector<Standing>& standings) {
    std::string text =
        "label,path,system,metric,unit,mean,mean_low,mean_high,geometric_mean,geometric_mean_low,geometric_mean_high,"
        "median,p05,p95,larger_is_better,censored,diverged,trajectories,signature,row,seeds\r\n";
    for (const Scores& scores : all) {
        for (const SubmissionScores& submission : scores.submissions) {
            const LineOf of = of_file(submission);
            for (const MetricScore& score : submission.metrics) text += metric_line(scores, of, score);
            if (submission.start_error) text += start_error_line(scores, submission);
            for (const ParameterScore& p : submission.parameters) text += parameter_lines(scores, submission, p);
        }
        for (const ModelScores& model : scores.models)
            if (model.solver) text += solver_lines(scores, model);
        for (const ModelScores& model : scores.models)
            if (scores.grouped && model.ranked()) text += method_lines(scores, model);
        for (const ModelComparison& comparison : scores.comparisons) text += pair_lines(scores, comparison);
    }
    for (const Standing& standing : standings) text += standing_lines(standing);
    return text;
}

// The first column is aligned to the left, numbers to the right.
std::string markdown_of(const std::vector<CaptionedTable>& tables) {
    std::string text;
    for (const CaptionedTable& t : tables) {
        text += "\n" + markdown_cell(t.caption) + "\n\n" + markdown_row(t.table.headings) + "|---|";
        for (std::size_t c = 1; c < t.table.headings.size(); ++c) text += "---:|";
        text += "\n";
        for (const std::vector<std::string>& row : t.table.rows) text += markdown_row(row);
    }
    return text;
}

std::string markdown_of_remarks(const std::vector<std::string>& remarks) {
    std::string text;
    for (const std::string& remark : remarks) text += "- " + markdown_cell(remark) + "\n";
    return text.empty() ? "" : "\n" + text;
}

std::string markdown_of(const Verdict& verdict) {
    std::string text = "\n**" + markdown_cell(verdict.sentence) + "**\n";
    return text + markdown_of_remarks(verdict.more);
}

std::string markdown_report(const Scores& scores) {
    return "## " + markdown_cell(score_heading(scores)) + "\n" + markdown_of(verdict_of(scores)) +
           markdown_of(score_tables(scores)) + markdown_of_remarks(remarks_and_notes(scores)) + "\n`" +
           scores.signature + "`\n";
}

namespace {

constexpr std::size_t screen_lines = 23;  // and one for what the reader types next

// The lines that a text takes on a terminal, which breaks lines that are wider.
std::size_t lines_on_screen(const std::string& text, std::size_t width) {
    std::istringstream in(text);
    std::size_t lines = 0;
    for (std::string line; std::getline(in, line);) lines += line.empty() ? 1 : (line.size() - 1) / width + 1;
    return lines;
}

}  // namespace

std::string text_of(const std::vector<CaptionedTable>& tables, std::size_t width) {
    std::string text;
    for (const CaptionedTable& t : tables) text += "\n" + wrapped(t.caption, 0, width) + t.table.text(width);
    return text;
}

std::string text_of_remarks(const std::vector<std::string>& remarks, std::size_t width) {
    if (remarks.empty()) return "";
    std::string text = "\nRemarks:\n";
    for (const std::string& remark : remarks) text += wrapped("  " + remark, 4, width);
    return text;
}

std::string line_report(const Scores& scores) {
    std::string text;
    for (const SubmissionScores& submission : scores.submissions) {
        const MetricScore& error = submission.metrics.front();
        text += printable(submission.label) + "  " +
                with_interval(error.metric, error.summary.geometric_mean, error.summary.geometric_mean_ci95) + "\n";
    }
    return text;
}

std::string remarks_that_fit(const std::vector<std::string>& remarks, const std::string& others, std::size_t width) {
    if (remarks.empty()) return "";
    const std::size_t room = screen_lines - std::min(screen_lines, lines_on_screen(others, width) + 2);
    std::string text;
    std::size_t shown = 0;
    for (; shown < remarks.size(); ++shown) {
        const std::string lines = wrapped("  " + remarks[shown], 4, width);
        if (lines_on_screen(text + lines, width) > room) break;
        text += lines;
    }
    const std::size_t more = remarks.size() - shown;
    if (shown == 0) return counted(more, "remark") + ": " + option("all") + "\n";
    return "Remarks:\n" + text + (more > 0 ? "  " + std::to_string(more) + " more: " + option("all") + "\n" : "");
}

std::string text_summary(const Scores& scores, std::size_t width) {
    const Verdict verdict = verdict_of(scores);
    const std::string text = verdict_text(verdict, width) + wrapped(score_heading(scores), 2, width) +
                             text_of(headline_tables(scores), width) + "\n",
                      end = "signature " + scores.signature + "\n" + wrapped(verdict.sentence, 2, width);
    return text + remarks_that_fit(score_remarks(scores), text + end, width) + end;
}

std::string text_report(const Scores& scores, std::size_t width) {
    const Verdict verdict = verdict_of(scores);
    return verdict_text(verdict, width) + wrapped(score_heading(scores), 2, width) +
           text_of(score_tables(scores), width) + text_of_remarks(remarks_and_notes(scores), width) + "\nsignature " +
           scores.signature + "\n" + wrapped(verdict.sentence, 2, width);
}

}  // namespace cchnn
