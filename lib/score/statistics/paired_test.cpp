#include "score/statistics/paired_test.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "core/parallel_for.hpp"
#include "sample/random_stream.hpp"
#include "score/statistics/intervals.hpp"
#include "score/statistics/student_t.hpp"

namespace cchnn {
namespace {

constexpr std::uint32_t flip_stream = 0x666c6970;  // "flip"
// Two sums of the same numbers in another order differ by rounding: equal all the same.
constexpr double equal_within = 1e-12;

// sum s_i d_i, with the signs of 64 entries from one word of `next_word`.
template <class NextWord>
double flipped_sum(const std::vector<double>& d, NextWord next_word) {
    double sum = 0;
    std::uint64_t word = 0;
    for (std::size_t i = 0; i < d.size(); ++i, word >>= 1) {
        if (i % 64 == 0) word = next_word();
        sum += word & 1 ? -d[i] : d[i];
    }
    return sum;
}

bool all_flips_fit(std::size_t count, std::uint32_t flips) {
    return count < 32 && (std::uint64_t{1} << count) <= flips;
}

double flip_p_value(const std::vector<double>& d, std::uint32_t flips, std::uint64_t seed, int threads) {
    const double seen = std::abs(std::accumulate(d.begin(), d.end(), 0.0)) * (1 - equal_within);
    const bool exact = all_flips_fit(d.size(), flips);
    const std::size_t count = exact ? std::size_t{1} << d.size() : flips;
    std::vector<char> hit(count);
    parallel_for(count, threads, [&](std::size_t f) {
        RandomStream stream(seed, flip_stream, static_cast<std::uint32_t>(f), 0);
        const double sum = exact ? flipped_sum(d, [&] { return static_cast<std::uint64_t>(f); })
                                 : flipped_sum(d, [&] { return stream.bits(); });
        hit[f] = std::abs(sum) >= seen;
    });
    const double hits = static_cast<double>(std::count(hit.begin(), hit.end(), 1));
    return exact ? hits / static_cast<double>(count) : (1 + hits) / (1 + static_cast<double>(count));
}

// Means of the logarithms: of each seed over trajectories, of each trajectory over seeds.
struct LogMeans {
    std::vector<double> of_seeds, of_trajectories;
};
LogMeans log_means(const std::vector<std::vector<double>>& seeds) {
    LogMeans means{{}, std::vector<double>(seeds.front().size())};
    for (const std::vector<double>& errors : seeds) {
        double sum = 0;
        for (std::size_t i = 0; i < errors.size(); ++i) {
            const double log = std::log(errors[i]);
            sum += log;
            means.of_trajectories[i] += log / static_cast<double>(seeds.size());
        }
        means.of_seeds.push_back(sum / static_cast<double>(errors.size()));
    }
    return means;
}

// Ratio and counts of d_i = log a_i - log b_i.
PairedTest without_test(const std::vector<double>& d) {
    PairedTest test;
    for (const double difference : d) test.better += difference<0, test.worse += difference> 0;
    test.ratio = exp_mean(std::accumulate(d.begin(), d.end(), 0.0), d.size());
    return test;
}

std::vector<double> differences(const LogMeans& a, const LogMeans& b) {
    std::vector<double> d;
    for (std::size_t i = 0; i < a.of_trajectories.size(); ++i) d.push_back(a.of_trajectories[i] - b.of_trajectories[i]);
    return d;
}

}  // namespace

const char* name(PairedTest::Of of) {
    switch (of) {
        case PairedTest::Of::models: return "models";
        case PairedTest::Of::methods: return "methods";
        case PairedTest::Of::too_few_seeds: return "too_few_seeds";
    }
    return "";
}

PairedTest compare_paired(const std::vector<double>& a, const std::vector<double>& b, std::uint32_t flips,
                          std::uint64_t seed, int threads) {
    std::vector<double> d, ratios;
    for (std::size_t i = 0; i < a.size(); ++i) {
        d.push_back(a[i] == b[i] ? 0 : std::log(a[i]) - std::log(b[i]));
        ratios.push_back(std::exp(d.back()));
    }
    PairedTest test = without_test(d);
    if (flips == 0) return test;
    test.ratio_ci95 = geometric_mean_interval(ratios);
    test.exact = all_flips_fit(d.size(), flips);
    test.p_value = flip_p_value(d, flips, seed, threads);
    return test;
}

PairedTest compare_methods(const std::vector<std::vector<double>>& a, const std::vector<std::vector<double>>& b) {
    const LogMeans of_a = log_means(a), of_b = log_means(b);
    const std::vector<double> d = differences(of_a, of_b);
    PairedTest test = without_test(d);
    test.of = PairedTest::Of::methods;
    const Centre over_trajectories = centre_of(d);
    const Centre all = sum_of_variances(over_trajectories.mean,
                                        {centre_of(of_a.of_seeds), centre_of(of_b.of_seeds), over_trajectories});
    const double error = std::sqrt(all.variance_of_mean);
    if (!(error > 0) || !(all.dof > 0)) {  // every seed of both is the same
        if (all.mean == 0) test.p_value = 1;
        return test;
    }
    const double off = student_t_95(all.dof) * error;
    test.ratio_ci95 = Interval{std::exp(all.mean - off), std::exp(all.mean + off)};
    test.p_value = student_t_p_value(all.mean / error, all.dof);
    return test;
}

PairedTest compare_untested(const std::vector<std::vector<double>>& a, const std::vector<std::vector<double>>& b) {
    PairedTest test = without_test(differences(log_means(a), log_means(b)));
    test.of = PairedTest::Of::too_few_seeds;
    return test;
}

std::vector<double> holm(const std::vector<double>& p_values) {
    std::vector<std::size_t> order(p_values.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::stable_sort(order.begin(), order.end(),
                     [&](std::size_t i, std::size_t j) { return p_values[i] < p_values[j]; });
    std::vector<double> adjusted(p_values.size());
    double largest = 0;
    for (std::size_t rank = 0; rank < order.size(); ++rank) {
        largest = std::max(largest, static_cast<double>(order.size() - rank) * p_values[order[rank]]);
        adjusted[order[rank]] = std::min(largest, 1.0);
    }
    return adjusted;
}

}  // namespace cchnn
