#pragma once
// A comparison of many submissions over many systems: one ranked table per system, reference rollouts first, published
// scores last and unranked, then the standings over all systems.

#include <string>

#include "report/tables/score_tables.hpp"
#include "score/standings.hpp"

namespace cchnn {

std::string comparison_text(const Comparison& comparison, std::size_t width);
std::string comparison_markdown(const Comparison& comparison);

// The parts, for a page: the ranked table of a system and its paired comparisons; standings over all; remarks.
std::vector<CaptionedTable> comparison_tables(const Scores& scores);
std::vector<CaptionedTable> standings_table(const Comparison& comparison);
std::vector<std::string> comparison_remarks(const Comparison& comparison);

}  // namespace cchnn
