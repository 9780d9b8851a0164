#pragma once
// Scores -> tables to read: the verdict, one row per submission, values with their 95 % intervals, what a reader has to
// know, the signature, and the verdict once more. Lines fit the width; the signature alone does not break, so that it can be copied.

#include <cstddef>
#include <string>

#include "report/tables/score_tables.hpp"
#include "score/scores.hpp"

namespace cchnn {

std::string text_report(const Scores& scores, std::size_t width);

// The same in what fits a screen: verdict, one table, signature, verdict; of one submission 24 lines of 80 characters.
std::string text_summary(const Scores& scores, std::size_t width);

// A line each: "net  3.21e-05 [2.9e-05, 3.6e-05]".
std::string line_report(const Scores& scores);

// The parts, for reports of other commands: tables under their captions, remarks under theirs.
std::string text_of(const std::vector<CaptionedTable>& tables, std::size_t width);
std::string text_of_remarks(const std::vector<std::string>& remarks, std::size_t width);
// As many remarks as fit a screen beside `others`, and how many more there are.
std::string remarks_that_fit(const std::vector<std::string>& remarks, const std::string& others, std::size_t width);

}  // namespace cchnn
