#pragma once
// Scores as text for a terminal: the verdict, one row for each submission with 95 % intervals, what a reader
// has to know, the signature, and the verdict once more, where the eye is after scrolling. Lines fit the width;
// only the signature does not break, so that it can be copied. `cchnn-eval score` prints it with --all, and the
// summary without.

#include <cstddef>
#include <string>

#include "report/tables/score_tables.hpp"
#include "score/scores.hpp"

namespace cchnn {

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
