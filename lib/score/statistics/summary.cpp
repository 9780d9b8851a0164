#include "score/statistics/summary.hpp"

#include <algorithm>
#include <boost/math/distributions/binomial.hpp>
#include <cmath>
#include <limits>

#include "core/counted.hpp"
#include "core/number_text.hpp"

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
    std::ranges::sort(sorted);
    Summary summary;
    summary.mean = sum / to_double(values.size());
    summary.geometric_mean = exp_mean(sum_of_logs, values.size());
    summary.median = percentile(sorted, 0.5);
    summary.p05 = percentile(sorted, 0.05);
    summary.p95 = percentile(sorted, 0.95);
    return summary;
}

namespace {

constexpr double failed_above = 0.5;

// (2). This interval never covers less than 95 %. The normal approximation would have no width at 0 failures.
Interval clopper_pearson(std::uint64_t failed, std::uint64_t count) {
    using Binomial = boost::math::binomial_distribution<double>;
    const auto k = to_double(failed), n = to_double(count);
    return {failed == 0 ? 0 : Binomial::find_lower_bound_on_p(n, k, 0.025),
            failed == count ? 1 : Binomial::find_upper_bound_on_p(n, k, 0.025)};
}

// Two digits; three where two would be 1e+02.
std::string percent(double share) { return short_number(100 * share, share < 0.995 ? 2 : 3); }

}  // namespace

FailedShare failed_share(const std::vector<std::vector<double>>& seeds) {
    FailedShare share;
    share.lowest = 1;
    for (const std::vector<double>& errors : seeds) {
        if (errors.empty()) return {};
        // Written as "not at most", since NaN has failed, too.
        const auto count = static_cast<std::uint64_t>(
            std::ranges::count_if(errors, [](double error) { return !(error <= failed_above); }));
        const double of_seed = to_double(count) / to_double(errors.size());
        share.failed += count;
        share.trajectories += errors.size();
        share.lowest = std::min(share.lowest, of_seed);
        share.highest = std::max(share.highest, of_seed);
    }
    if (seeds.size() == 1) share.ci95 = clopper_pearson(share.failed, share.trajectories);
    return share;
}

FailedShare pooled(const std::vector<const FailedShare*>& parts) {
    FailedShare all;
    bool single = !parts.empty();
    for (const FailedShare* part : parts) {
        all.failed += part->failed;
        all.trajectories += part->trajectories;
        single = single && part->ci95;
    }
    if (all.trajectories == 0) return all;
    if (single) all.ci95 = clopper_pearson(all.failed, all.trajectories);
    for (const FailedShare* part : parts) {
        const double weight = to_double(part->trajectories) / to_double(all.trajectories);
        all.lowest += weight * part->lowest;
        all.highest += weight * part->highest;
    }
    return all;
}

std::string failed_text(const FailedShare& share) {
    if (share.ci95)
        return std::to_string(share.failed) + " of " + std::to_string(share.trajectories) + " [" +
               percent(share.ci95->low) + ", " + percent(share.ci95->high) + "] %";
    return percent(share.lowest) + " to " + percent(share.highest) + " %";
}

}  // namespace cchnn
