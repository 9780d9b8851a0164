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

bool is_finite(const std::vector<double>& curve) {
    return std::all_of(curve.begin(), curve.end(), [](double e) { return std::isfinite(e); });
}

// Curves on their way to g of (1). One stops at the first oscillation that explains too little, or whose subtraction
// widens the curve.
class Smoothing {
  public:
    Smoothing(const std::vector<double>& curve, double dt) : curve_(curve), dt_(dt), ended_(!is_finite(curve)) {}
    bool ended() const { return ended_; }
    const std::vector<double>& curve() const { return curve_; }

    void subtract(const Oscillation& found) {
        ended_ = !(found.explains > enough);
        if (ended_) return;
        if (subtracted_ == 0) width_ = spread(curve_, dt_);
        std::vector<double> left = without(found, curve_);
        const double narrower = spread(left, dt_);
        ended_ = !(narrower < 1.2 * width_);
        if (ended_) return;
        curve_ = std::move(left);
        width_ = narrower;
        ended_ = ++subtracted_ == most_oscillations;
    }

  private:
    std::vector<double> curve_;
    double dt_, width_ = inf;  // spread(curve), once it is known
    int subtracted_ = 0;
    bool ended_;
};

// (1) and (2) of a curve, given g.
RobustLine line_of(const std::vector<double>& curve, const std::vector<double>& smooth, double dt) {
    if (!is_finite(curve)) return {inf, inf, inf};
    RobustLine line;
    line.slope = median_slope(smooth, dt);
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

}  // namespace

std::array<RobustLine, 2> robust_lines(const std::vector<double>& first, const std::vector<double>& second, double dt) {
    std::array<Smoothing, 2> smoothing{Smoothing(first, dt), Smoothing(second, dt)};
    while (!smoothing[0].ended() || !smoothing[1].ended()) {
        // Where one has ended, the other is searched twice.
        Smoothing &a = smoothing[smoothing[0].ended() ? 1 : 0], &b = smoothing[smoothing[1].ended() ? 0 : 1];
        const std::array<Oscillation, 2> found = find_oscillations(a.curve(), b.curve(), enough);
        a.subtract(found[0]);
        if (&a != &b) b.subtract(found[1]);
    }
    return {line_of(first, smoothing[0].curve(), dt), line_of(second, smoothing[1].curve(), dt)};
}

RobustLine robust_line(const std::vector<double>& curve, double dt) { return robust_lines(curve, curve, dt)[0]; }

}  // namespace cchnn
