#pragma once
// A comparison of many submissions over many systems: the verdict, the standings over all systems, then one
// ranked table for each system, with reference rollouts and naive forecasts among the models, and published
// scores last and unranked. `cchnn-eval compare` prints it; pages and boards use the parts.

#include <string>

#include "report/tables/score_tables.hpp"
#include "score/standings.hpp"

namespace cchnn {

std::string comparison_text(const Comparison& comparison, std::size_t width);
// Verdict and standings alone; of a single system its headline table.
std::string comparison_summary(const Comparison& comparison, std::size_t width);
std::string comparison_markdown(const Comparison& comparison);

// The ranked table of one system, and its paired comparisons.
std::vector<CaptionedTable> comparison_tables(const Scores& scores);
// All models by what ranks go by, reference rollouts among them without a rank.
std::vector<RankedModel> models_by_error(const Scores& scores);
// What a terminal shows of a score: the ranked table with valid time, energy and constraints beside the error,
// then published scores.
std::vector<CaptionedTable> headline_tables(const Scores& scores);
std::vector<CaptionedTable> standings_table(const Comparison& comparison);
std::vector<CaptionedTable> aggregates_table(const Comparison& comparison);
std::string column_words(RankChoice by);  // "error", "CRPS"
// Cells of a table of standings: "net (persistence)", "2 [1, 3]", "86 %".
std::string name_text(const Standing& standing);
std::string rank_text(const Standing& standing);
std::string first_text(const Standing& standing);
std::vector<std::string> comparison_remarks(const Comparison& comparison);

}  // namespace cchnn
