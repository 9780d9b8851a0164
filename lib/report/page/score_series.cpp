#include "report/page/score_series.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/counted.hpp"

namespace cchnn {

std::vector<std::pair<double, double>> error_distribution(std::vector<double> errors) {
    constexpr std::size_t most_steps = 400;
    std::sort(errors.begin(), errors.end());
    const std::size_t count = errors.size(), stride = count / most_steps + 1;
    std::vector<std::pair<double, double>> steps;
    for (std::size_t i = 0; i < count; ++i)
        if (i % stride == 0 || i + 1 == count) steps.emplace_back(errors[i], to_double(i + 1) / to_double(count));
    return steps;
}

std::map<double, Summary> violations_by_rtol(const Scores& scores, double Summary::*shown) {
    std::map<double, Summary> found;
    for (const SubmissionScores& submission : scores.submissions)
        for (const MetricScore& score : submission.metrics)
            if (submission.rtol && score.metric.kind == Metric::Kind::constraint_rmse &&
                std::isfinite(score.summary.*shown))
                found.emplace(*submission.rtol, score.summary);
    return found;
}

double rounding_of_constraints(const Scores& scores) {
    double largest = 0;
    if (!scores.shown.x.empty())
        for (const double x : scores.shown.x.front()) largest = std::max(largest, std::fabs(x));
    if (!(largest > 0)) largest = 1;
    return 10 * std::numeric_limits<double>::epsilon() * largest * largest;
}

}  // namespace cchnn
