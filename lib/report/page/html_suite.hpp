#pragma once
// Scores on a suite as one page that works offline: generalisation over all tasks, then each task that was
// answered, with its curves. `cchnn-eval suite --html` writes it.

#include <string>

#include "stories/benchmark/evaluate_suite.hpp"

namespace cchnn {

std::string html_suite(const SuiteScores& scores);

}  // namespace cchnn
