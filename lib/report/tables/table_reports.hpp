#pragma once
// Scores as tables for other programs and for documents, and as text for a terminal.
//   CSV       (RFC 4180) one line for each submission and metric: label, path, system, metric, unit, mean, mean_low,
//             mean_high, geometric_mean, geometric_mean_low, geometric_mean_high, median, p05, p95, larger_is_better,
//             censored, diverged, trajectories, signature. Numbers have all their digits; an interval that was not
//             asked for is empty; infinity is "inf". A text that a spreadsheet would run as a formula gets a ' in
//             front.
//             The last columns, `row` and `seeds`, say what a line is of: a submission; a method, over its training
//             seeds; a pair, of methods or models, where the ratio of their errors stands in place of a geometric mean
//             (metric ratio_to:OTHER) and p in place of a mean (p_value_to:OTHER, p_holm_to:OTHER); a standing over
//             all systems (standing_error; rank, with its 95 % range; first_in_draws); reference; naive; copy.
//             Further lines: start errors (metric start_error, or start_error:saturated and so on if none was found;
//             the number stands in place of a geometric mean), estimated parameters (parameter_error:POINTER), and
//             their bounds (parameter_bound:POINTER, with known starts parameter_bound_start_known:POINTER, in place of
//             a mean; empty if not identifiable); with a classical solver, for each model, stated_time and
//             solver_at_equal_error:SETTING (a time, in place of a mean), solver_at_equal_time:SETTING (an error, in
//             place of a geometric mean).
//   Markdown  verdict and tables of the text report (score_tables.hpp), for a README

#include <cstddef>
#include <string>
#include <vector>

#include "report/tables/score_tables.hpp"
#include "report/tables/verdict.hpp"
#include "score/scores.hpp"

namespace cchnn {

std::string csv_report(const std::vector<Scores>& all, const std::vector<Standing>& standings = {});
std::string markdown_report(const Scores& scores);

// Pieces of Markdown: each table under its caption, a verdict in bold with its limits as a list, remarks as a
// list.
std::string markdown_of(const std::vector<CaptionedTable>& tables);
std::string markdown_of(const Verdict& verdict);
std::string markdown_of_remarks(const std::vector<std::string>& remarks);
// One cell of a CSV line: printable, safe for spreadsheets, quoted if it has to be.
std::string csv_cell(const std::string& text);
// A number with all its digits: "0.1", "1e-09", "inf".
std::string csv_number(double value);
// The columns from mean to p95.
std::vector<std::string> csv_numbers(const Summary& summary);
std::string csv_line(const std::vector<std::string>& cells);

// For a terminal: the verdict, one row for each submission with 95 % intervals, what a reader
// has to know, the signature, and the verdict once more, where the eye is after scrolling. Lines fit the width;
// only the signature does not break, so that it can be copied. `cchnn-eval score` prints it with --all, and the
// summary without.
std::string text_report(const Scores& scores, std::size_t width);

// The part that fits a screen: verdict, one table, as many remarks as there is room for, signature, verdict.
// For one submission these are at most 24 lines of 80 characters.
std::string text_summary(const Scores& scores, std::size_t width);

// A line for each submission: "net  3.21e-05 [2.9e-05, 3.6e-05]".
std::string line_report(const Scores& scores);

// Parts for the reports of other commands: tables under their captions, remarks under theirs.
std::string text_of(const std::vector<CaptionedTable>& tables, std::size_t width);
std::string text_of_remarks(const std::vector<std::string>& remarks, std::size_t width);
// As many remarks as fit a screen beside `others`, and the number of those left out.
std::string remarks_that_fit(const std::vector<std::string>& remarks, const std::string& others, std::size_t width);

}  // namespace cchnn
