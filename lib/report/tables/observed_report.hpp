#pragma once
// Scores of estimated states at the samples of a view (score/observed_scores.hpp), as text, JSON
// (schemas/observed_scores.schema.json), CSV with the columns of table_reports.hpp, and Markdown. `cchnn-eval
// score --at VIEW` prints them.

#include <cstddef>
#include <string>

#include "score/observed_scores.hpp"

namespace cchnn {

std::string observed_text(const ObservedScores& scores, std::size_t width);
// A line for each submission, for --quiet or lists: its label and relative error.
std::string observed_lines(const ObservedScores& scores);
std::string observed_json(const ObservedScores& scores);
std::string observed_csv(const ObservedScores& scores);
std::string observed_markdown(const ObservedScores& scores);

}  // namespace cchnn
