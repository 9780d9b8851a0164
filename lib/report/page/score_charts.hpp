#pragma once
// Scores -> the charts of a page. The given initial state, which no model has to predict, is in none of them.

#include <optional>
#include <vector>

#include "report/page/chart.hpp"
#include "score/standings.hpp"

namespace cchnn {

// All that the scores have something for; `id` makes theirs unique on the page. `floor`: error bounds of the test set
// over time, where it has them.
std::vector<Chart> score_charts(const Scores& scores, const std::optional<ErrorOverTime>& floor, const std::string& id,
                                const std::string& time_unit);
// Every model on every system: geometric mean and interval, the numbers of the ranked tables.
Chart systems_chart(const Comparison& comparison);

}  // namespace cchnn
