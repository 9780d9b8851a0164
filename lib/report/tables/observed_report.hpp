#pragma once
// Scores at the samples of a view (score/observed_scores.hpp) as text, JSON (schemas/observed_scores.schema.json), CSV in
// the columns of table_reports.hpp, and Markdown.

#include <cstddef>
#include <string>

#include "score/observed_scores.hpp"

namespace cchnn {

std::string observed_text(const ObservedScores& scores, std::size_t width);
std::string observed_lines(const ObservedScores& scores);  // one a submission
std::string observed_json(const ObservedScores& scores);
std::string observed_csv(const ObservedScores& scores);
std::string observed_markdown(const ObservedScores& scores);

}  // namespace cchnn
