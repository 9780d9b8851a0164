#pragma once
// A comparison of many submissions over many systems: the verdict, the standings over all systems, then one ranked table
// per system, reference rollouts and naive forecasts among the models, published scores last and unranked.

#include <string>

#include "report/tables/score_tables.hpp"
#include "score/standings.hpp"

namespace cchnn {

std::string comparison_text(const Comparison& comparison, std::size_t width);
// Verdict and standings alone, of one system its headline table.
std::string comparison_summary(const Comparison& comparison, std::size_t width);
std::string comparison_markdown(const Comparison& comparison);

// The parts, for a page: the ranked table of a system and its paired comparisons; standings over all; remarks.
std::vector<CaptionedTable> comparison_tables(const Scores& scores);
// All models from the smallest error on, reference rollouts among them without a rank.
std::vector<RankedModel> models_by_error(const Scores& scores);
// The ranked table with valid time, energy and constraints, and published scores: what a terminal shows of a score.
std::vector<CaptionedTable> headline_tables(const Scores& scores);
std::vector<CaptionedTable> standings_table(const Comparison& comparison);
// Cells of a table of standings: "net (persistence)", "2 [1, 3]", "86 %".
std::string name_text(const Standing& standing);
std::string rank_text(const Standing& standing);
std::string first_text(const Standing& standing);
std::vector<std::string> comparison_remarks(const Comparison& comparison);

}  // namespace cchnn
