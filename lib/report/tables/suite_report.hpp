#pragma once
// Scores on a suite for people (text, Markdown) and machines (schemas/suite_scores.schema.json).

#include <cstddef>
#include <string>
#include <vector>

#include "report/tables/score_tables.hpp"
#include "stories/benchmark/evaluate_suite.hpp"

namespace cchnn {

// Over all tasks: errors out of distribution and in, and their ratio; sorted by the first, reference rollouts last.
std::vector<CaptionedTable> suite_standings_table(const SuiteStandings& standings);
// Over all tasks: ratios of error out over error in; empty where nobody answers two splits.
std::vector<CaptionedTable> suite_means_table(const SuiteScores& scores);
// Of one task: errors, over training size, over noise, start errors.
std::vector<CaptionedTable> task_tables(const SuiteTaskScores& task);

std::string suite_text(const SuiteScores& scores, std::size_t width);
std::string suite_markdown(const SuiteScores& scores);
std::string suite_json(const SuiteScores& scores);

}  // namespace cchnn
