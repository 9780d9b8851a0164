#include "score/statistics/summary.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/counted.hpp"

namespace cchnn {
namespace {

// The geometric mean from the sum of logarithms. Infinity wins over a zero: a worst value is never hidden by a perfect
// one.
double exp_mean(double sum_of_logs, std::size_t count) {
    if (std::isnan(sum_of_logs)) return std::numeric_limits<double>::infinity();  // log 0 + log inf
    return std::exp(sum_of_logs / to_double(count));
}

}  // namespace

double percentile(const std::vector<double>& sorted, double fraction) {
    const double place = to_double(sorted.size() - 1) * fraction;
    const std::size_t below = static_cast<std::size_t>(place);
    const double low = sorted[below], high = sorted[std::min(below + 1, sorted.size() - 1)];
    const double part = place - to_double(below);
    if (part == 0 || low == high) return low;  // also inf, inf
    return low + part * (high - low);
}

Summary summarize(const std::vector<double>& values) {
    double sum = 0, sum_of_logs = 0;
    for (double value : values) {
        sum += value;
        sum_of_logs += std::log(value);
    }
    std::vector<double> sorted = values;
    std::sort(sorted.begin(), sorted.end());
    Summary summary;
    summary.mean = sum / to_double(values.size());
    summary.geometric_mean = exp_mean(sum_of_logs, values.size());
    summary.median = percentile(sorted, 0.5);
    summary.p05 = percentile(sorted, 0.05);
    summary.p95 = percentile(sorted, 0.95);
    return summary;
}

}  // namespace cchnn
