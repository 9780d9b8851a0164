#pragma once
// Scores as the charts of a page. No chart shows the given initial state, which no model has to predict.

#include <optional>
#include <vector>

#include "report/page/chart.hpp"
#include "score/standings.hpp"

namespace cchnn {

// All charts for which the scores have data. `id` makes their identifiers unique on a page with several
// systems. `floor` is the error bound of the test set over time, if it has one: models below it cannot be
// distinguished.
std::vector<Chart> score_charts(const Scores& scores, const std::optional<ErrorOverTime>& floor, const std::string& id,
                                const std::string& time_unit);
// Every model on every system: geometric mean and interval, the numbers of the ranked tables.
Chart systems_chart(const Comparison& comparison);

}  // namespace cchnn
