#pragma once
// Scores on a suite as one page that works offline: generalisation, then each task with its curves.

#include <string>

#include "stories/benchmark/evaluate_suite.hpp"

namespace cchnn {

std::string html_suite(const SuiteScores& scores);

}  // namespace cchnn
