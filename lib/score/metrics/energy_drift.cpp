#include "score/metrics/energy_drift.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "score/metrics/oscillation.hpp"
#include "score/statistics/summary.hpp"

namespace cchnn {
namespace {

constexpr double inf = std::numeric_limits<double>::infinity();

double median(std::vector<double> values) {
    const auto middle = values.begin() + (values.size() - 1) / 2;
    std::nth_element(values.begin(), middle, values.end());
    if (middle + 1 != values.end()) std::iter_swap(middle + 1, std::min_element(middle + 1, values.end()));
    return percentile(values, 0.5);
}

// The median of (1), of a curve as it is.
double median_slope(const std::vector<double>& curve, double dt) {
    const std::size_t half = curve.size() / 2;
    std::vector<double> slopes;
    slopes.reserve(half);
    for (std::size_t k = 0; k < half; ++k)
        slopes.push_back((curve[k + half] - curve[k]) / (static_cast<double>(half) * dt));
    return median(std::move(slopes));
}

constexpr int most_oscillations = 4;
constexpr double enough = 1.0 / 3;  // of the squares beside the line

// The median distance from a robust line. Outliers do not change it, so it tells them from an oscillation.
double spread(const std::vector<double>& curve, double dt) {
    const double slope = median_slope(curve, dt);
    std::vector<double> beside;
    beside.reserve(curve.size());
    for (std::size_t k = 0; k < curve.size(); ++k) beside.push_back(curve[k] - slope * static_cast<double>(k) * dt);
    const double middle = median(beside);
    for (double& e : beside) e = std::fabs(e - middle);
    return median(std::move(beside));
}

// g of (1). Stops at the first oscillation that explains a third or less, or whose subtraction leaves 1.2 times the
// spread or more.
std::vector<double> without_oscillations(std::vector<double> curve, double dt) {
    double width = inf;  // spread(curve), once it is known
    for (int i = 0; i < most_oscillations; ++i) {
        const Oscillation found = find_oscillation(curve, enough);
        if (!(found.explains > enough)) break;
        if (i == 0) width = spread(curve, dt);
        std::vector<double> left = without(found, curve);
        const double narrower = spread(left, dt);
        if (!(narrower < 1.2 * width)) break;
        curve = std::move(left);
        width = narrower;
    }
    return curve;
}

}  // namespace

RobustLine robust_line(const std::vector<double>& curve, double dt) {
    if (!std::ranges::all_of(curve, [](double e) { return std::isfinite(e); })) return {inf, inf, inf};
    RobustLine line;
    line.slope = median_slope(without_oscillations(curve, dt), dt);
    std::vector<double> beside;
    beside.reserve(curve.size());
    for (std::size_t k = 0; k < curve.size(); ++k)
        beside.push_back(curve[k] - line.slope * static_cast<double>(k) * dt);
    line.intercept = median(beside);
    double sum = 0;
    for (double e : beside) sum += (e - line.intercept) * (e - line.intercept);
    line.fluctuation = std::sqrt(sum / static_cast<double>(curve.size()));
    return std::isfinite(line.slope) && std::isfinite(line.fluctuation) ? line : RobustLine{inf, inf, inf};
}

}  // namespace cchnn
