#include "score/metrics/over_time.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace cchnn {

namespace {

std::size_t first_counted(bool include_t0) { return include_t0 ? 0 : 1; }

bool any_infinite(const std::vector<double>& h, std::size_t first) {
    return std::any_of(h.begin() + first, h.end(), [](double v) { return std::isinf(v); });
}

}  // namespace

double geometric_mean_over_time(const std::vector<double>& h, double dt, const MetricChoices& choices) {
    const std::size_t first = first_counted(choices.include_t0), counted = h.size() - first;
    if (any_infinite(h, first)) return std::numeric_limits<double>::infinity();
    if (counted == 1) return h[first] + choices.floor;  // no interval to integrate over
    double integral = 0, before = std::log(h[first] + choices.floor);
    for (std::size_t k = first; k + 1 < h.size(); ++k) {
        const double after = std::log(h[k + 1] + choices.floor);
        integral += dt * 0.5 * (before + after);
        before = after;
    }
    const double intervals = static_cast<double>(choices.span == SpanChoice::exact ? counted - 1 : counted);
    return std::exp(integral / (intervals * dt));
}

double mean_over_time(const std::vector<double>& h, bool include_t0) {
    const std::size_t first = first_counted(include_t0);
    double sum = 0;
    for (std::size_t k = first; k < h.size(); ++k) sum += h[k];
    return sum / static_cast<double>(h.size() - first);
}

double root_mean_square_over_time(const std::vector<double>& h, bool include_t0) {
    const std::size_t first = first_counted(include_t0);
    double sum = 0;
    for (std::size_t k = first; k < h.size(); ++k) sum += h[k] * h[k];
    return std::sqrt(sum / static_cast<double>(h.size() - first));
}

ValidTime valid_time(const std::vector<double>& err, double dt, double threshold) {
    for (std::size_t k = 0; k < err.size(); ++k)
        if (err[k] > threshold) return {static_cast<double>(k) * dt, false};
    return {static_cast<double>(err.size() - 1) * dt, true};
}

}  // namespace cchnn
