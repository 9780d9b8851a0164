#include "score/statistics/intervals.hpp"

#include <algorithm>
#include <boost/math/distributions/non_central_t.hpp>
#include <boost/math/distributions/normal.hpp>
#include <boost/math/distributions/students_t.hpp>
#include <cmath>
#include <numeric>

#include "core/counted.hpp"

namespace cchnn {
namespace {

constexpr std::size_t fewest = 5;
// Where (2) covers 92 % and more: tests/score/statistics/coverage_test.cpp.
constexpr std::size_t fewest_for_arithmetic = 100;
constexpr double widest_logs = 0.7, most_skewed_logs = 0.5;

std::vector<double> logs_of(const std::vector<double>& values) {
    std::vector<double> logs;
    for (const double value : values) logs.push_back(std::log(value));
    return logs;
}

bool all_finite(const std::vector<double>& numbers) {
    return std::ranges::all_of(numbers, [](double number) { return std::isfinite(number); });
}

bool all_equal(const std::vector<double>& numbers) {
    return !numbers.empty() && std::ranges::all_of(numbers, [&](double n) { return n == numbers.front(); });
}

// g = m3 / m2^(3/2), of central moments divided by N.
double skewness(const std::vector<double>& numbers, double mean) {
    double squares = 0, cubes = 0;
    for (const double number : numbers) {
        const double off = number - mean;
        squares += off * off;
        cubes += off * off * off;
    }
    const double n = to_double(numbers.size());
    return cubes / n / std::pow(squares / n, 1.5);
}

// Student's interval of logarithms, as numbers; none where they do not vary or are not finite.
std::optional<Interval> exponential(const Centre& logs) {
    const double off = student_t_95(logs.dof) * std::sqrt(logs.variance_of_mean);
    if (!(off > 0) || !std::isfinite(off)) return std::nullopt;
    return Interval{std::exp(logs.mean - off), std::exp(logs.mean + off)};
}

// T(u) of (2), and its limit u where there is no skewness to speak of.
double hall(double u, double a) { return std::fabs(a) < 1e-6 ? u : 3 / a * (std::cbrt(1 + a * (u - a / 6)) - 1); }

}  // namespace

double mean_of(const std::vector<double>& numbers) {
    return std::accumulate(numbers.begin(), numbers.end(), 0.0) / to_double(numbers.size());
}

Centre centre_of(const std::vector<double>& numbers) {
    const double n = to_double(numbers.size());
    // Equal numbers do not vary; what rounding makes of their mean would look as if they did.
    if (all_equal(numbers)) return {numbers.front(), 0, n - 1};
    const double mean = mean_of(numbers);
    double squares = 0;
    for (const double number : numbers) squares += (number - mean) * (number - mean);
    return {mean, n > 1 ? squares / (n - 1) / n : 0, n - 1};
}

Centre sum_of_variances(double mean, const std::vector<Centre>& parts) {
    Centre sum{mean, 0, 0};
    double squares = 0;
    for (const Centre& part : parts) {
        sum.variance_of_mean += part.variance_of_mean;
        if (part.dof > 0) squares += part.variance_of_mean * part.variance_of_mean / part.dof;
    }
    sum.dof = squares > 0 ? sum.variance_of_mean * sum.variance_of_mean / squares : 0;
    return sum;
}

Centre cautious_sum(double mean, const std::vector<Centre>& parts) {
    constexpr double share_of_satterthwaite = 0.7;
    Centre sum = sum_of_variances(mean, parts);
    double fewest_degrees = sum.dof;
    for (const Centre& part : parts)
        if (part.variance_of_mean > 0) fewest_degrees = std::min(fewest_degrees, part.dof);
    sum.dof = std::max(fewest_degrees, share_of_satterthwaite * sum.dof);
    return sum;
}

std::optional<Interval> geometric_mean_interval(const std::vector<double>& values) {
    const std::vector<double> logs = logs_of(values);
    if (values.size() < fewest || !all_finite(logs)) return std::nullopt;
    return exponential(centre_of(logs));
}

std::optional<Interval> arithmetic_mean_interval(const std::vector<double>& values) {
    const std::vector<double> logs = logs_of(values);
    if (values.size() < fewest_for_arithmetic || !all_finite(logs)) return std::nullopt;
    const double n = to_double(values.size());
    const Centre of_logs = centre_of(logs), centre = centre_of(values);
    if (!(centre.variance_of_mean > 0) || std::sqrt(n * of_logs.variance_of_mean) > widest_logs) return std::nullopt;
    if (std::fabs(skewness(logs, of_logs.mean)) > most_skewed_logs) return std::nullopt;
    const double t = student_t_95(centre.dof), error = std::sqrt(centre.variance_of_mean);
    const double a = skewness(values, centre.mean) / std::sqrt(n);
    return Interval{centre.mean - error * hall(t, a), centre.mean - error * hall(-t, a)};
}

Summary with_intervals(Summary summary, const std::vector<double>& values) {
    summary.geometric_mean_ci95 = geometric_mean_interval(values);
    summary.mean_ci95 = arithmetic_mean_interval(values);
    summary.tail_too_heavy = values.size() >= fewest && !summary.mean_ci95;
    return summary;
}

// (3). Seeds and trajectories are two crossed samples: their variances of the mean add up.
std::optional<Interval> method_interval(const std::vector<std::vector<double>>& seeds) {
    if (seeds.size() == 1) return geometric_mean_interval(seeds.front());
    std::vector<double> of_seeds, of_trajectories(seeds.front().size());
    for (const std::vector<double>& values : seeds) {
        const std::vector<double> logs = logs_of(values);
        if (values.size() < fewest || !all_finite(logs)) return std::nullopt;
        of_seeds.push_back(centre_of(logs).mean);
        for (std::size_t i = 0; i < logs.size(); ++i) of_trajectories[i] += logs[i] / to_double(seeds.size());
    }
    const Centre over_seeds = centre_of(of_seeds);
    const Centre both = sum_of_variances(over_seeds.mean, {over_seeds, centre_of(of_trajectories)});
    return both.dof > 0 ? exponential(both) : std::nullopt;
}

double student_t_quantile(double dof, double probability) {
    return boost::math::quantile(boost::math::students_t(dof), probability);
}

double student_t_95(double dof) { return student_t_quantile(dof, 0.975); }

double student_t_p_value(double t, double dof) {
    if (std::isinf(t)) return 0;
    return 2 * boost::math::cdf(boost::math::complement(boost::math::students_t(dof), std::fabs(t)));
}

// Both tails count, as in the two-sided test, though the far one is negligible unless the shift is small.
double student_t_power(double shift, double dof) {
    constexpr double surely = 40;  // beyond it the power is 1 whatever the degrees of freedom of a useful test
    if (shift > surely) return 1;
    const double t = student_t_95(dof);
    const boost::math::non_central_t law(dof, shift);
    return boost::math::cdf(boost::math::complement(law, t)) + boost::math::cdf(law, -t);
}

double normal_two_sided_quantile(double p) {
    constexpr double least = 1e-300;  // of a sign test on a thousand trajectories
    return boost::math::quantile(boost::math::complement(boost::math::normal(), std::max(p, least) / 2));
}

}  // namespace cchnn
