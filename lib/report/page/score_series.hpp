#pragma once
// What the charts of scores (page/score_charts.hpp) show.

#include <map>
#include <utility>
#include <vector>

#include "score/scores.hpp"

namespace cchnn {

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
