#pragma once
// Scores on a suite for people (text, Markdown) and machines (schemas/suite_scores.schema.json). A suite has
// tasks; a task has the split `in`, distributed as its training set, and splits that are distributed otherwise.

#include <cstddef>
#include <string>
#include <vector>

#include "report/tables/score_tables.hpp"
#include "stories/benchmark/evaluate_suite.hpp"

namespace cchnn {

// What one training took: "2.5 h, one A100, 1.2e+06 parameters", or "-" where nothing is declared.
std::string compute_text(const TrainingCompute& compute);

// Over all tasks: errors out of distribution and in, and their ratio. Rows are sorted by the first; reference
// rollouts and naive forecasts come last.
std::vector<CaptionedTable> suite_standings_table(const SuiteStandings& standings);
// Over all tasks: ratios of the error on each split to that on `in`; empty if nobody answers two splits of a
// task.
std::vector<CaptionedTable> suite_means_table(const SuiteScores& scores);
// One task: errors, start errors, CRPS, errors over the size and over the noise of the training set.
std::vector<CaptionedTable> task_tables(const SuiteTaskScores& task);

std::string suite_text(const SuiteScores& scores, std::size_t width);
std::string suite_markdown(const SuiteScores& scores);
std::string suite_json(const SuiteScores& scores);

}  // namespace cchnn
