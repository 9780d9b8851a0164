#pragma once
// Scores as the charts of a page. No chart shows the given initial state, which no model has to predict.

#include <map>
#include <optional>
#include <utility>
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
// Whether a submission is a rollout of the true system: such errors stretch no axis.
bool is_reference(const Scores& scores, std::size_t submission);

// The empirical distribution function: each error with the share of trajectories that have at most this error. Of 400
// errors or more, 200 to 401 evenly spaced ones are kept, and the last one.
std::vector<std::pair<double, double>> error_distribution(std::vector<double> errors);

// Relative tolerance -> constraint RMSE of the reference rollout that used it, as far as its `shown` number is finite.
// Of several with the same tolerance the first counts.
std::map<double, Summary> violations_by_rtol(const Scores& scores, double Summary::*shown);

// The size (m^2) below which constraint violation is rounding of the stored coordinates, not an error of a
// model. Phi of a distance constraint is |x_A - x_B|^2 - l^2; a few roundings of its terms give 10 2^-52 max
// |x|^2. The largest coordinate is that of the drawn trajectory of the reference, or 1 m if none is drawn.
double rounding_of_constraints(const Scores& scores);

}  // namespace cchnn
