#include "score/statistics/paired_test.hpp"

#include <algorithm>
#include <boost/math/constants/constants.hpp>
#include <boost/math/distributions/binomial.hpp>
#include <cmath>
#include <numeric>

#include "core/counted.hpp"
#include "core/parallel_for.hpp"
#include "sample/random_stream.hpp"
#include "score/statistics/intervals.hpp"

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

// (3), of the share of sums that are not smaller than `sum`. Each flip has a stream of its own, so that p does not
// depend on threads.
double flip_p_value(const std::vector<double>& d, double sum_of_d, const FlipChoices& choices) {
    const double seen = std::abs(sum_of_d) * (1 - equal_within);
    const bool exact = all_flips_fit(d.size(), choices.flips);
    const std::size_t count = exact ? std::size_t{1} << d.size() : choices.flips;
    std::vector<char> hit(count);
    parallel_for(count, choices.threads, [&](std::size_t f) {
        RandomStream stream(choices.seed, flip_stream, static_cast<std::uint32_t>(f), 0);
        const double sum = exact ? flipped_sum(d, [&] { return static_cast<std::uint64_t>(f); })
                                 : flipped_sum(d, [&] { return stream.bits(); });
        hit[f] = std::abs(sum) >= seen;
    });
    const double hits = static_cast<double>(std::ranges::count(hit, 1));
    return exact ? hits / to_double(count) : (1 + hits) / (1 + to_double(count));
}

// A variance that is a part of (2) or (7), of a mean over `systems`.
void add_variance(Centre part, double systems, std::vector<Centre>& parts) {
    part.variance_of_mean /= systems * systems;
    if (part.variance_of_mean > 0 && part.dof > 0) parts.push_back(part);
}

// The parts of (2) that come from training seeds. A side with a single run has none.
void add_seeds(const std::vector<PairOnSystem>& systems, std::vector<Centre>& parts) {
    for (const PairOnSystem& system : systems)
        for (const std::vector<double>* seeds : {&system.seeds_a, &system.seeds_b})
            if (seeds->size() > 1) add_variance(centre_of(*seeds), to_double(systems.size()), parts);
}

// All parts of (2), those of training seeds and those of trajectories.
std::vector<Centre> parts_of(const std::vector<PairOnSystem>& systems) {
    std::vector<Centre> parts;
    add_seeds(systems, parts);
    for (const PairOnSystem& system : systems)
        add_variance(centre_of(system.differences), to_double(systems.size()), parts);
    return parts;
}

// (5), with V of (2).
bool skewed_or_mixed(const std::vector<PairOnSystem>& systems, double variance) {
    constexpr double most_skewed = 0.1, most_mixed = 2;
    double third = 0, fourth = 0, trajectories = 0;
    for (const PairOnSystem& system : systems) {
        const double n = to_double(system.differences.size()), k = to_double(systems.size());
        const double mean = centre_of(system.differences).mean;
        double m2 = 0, m3 = 0, m4 = 0;
        for (const double d : system.differences) {
            const double square = (d - mean) * (d - mean);
            m2 += square / n;
            m3 += square * (d - mean) / n;
            m4 += square * square / n;
        }
        third += m3 / (k * k * k * n * n);
        fourth += (m4 - 3 * m2 * m2) / (k * k * k * k * n * n * n);
        trajectories += n;
    }
    return std::abs(third) > most_skewed * std::pow(variance, 1.5) ||
           fourth * trajectories > most_mixed * variance * variance;
}

// Of an even number of values the mean of the two in the middle.
double median_of(std::vector<double> values) {
    std::ranges::sort(values);
    return percentile(values, 0.5);
}

// V_m of (7) on one system: of a median, from the median distance to it.
Centre spread_of_median(const std::vector<double>& d) {
    constexpr double normal_deviation = 1.4826;  // standard deviation of a normal law over its median distance
    const double centre = median_of(d), n = to_double(d.size());
    std::vector<double> distances;
    for (const double one : d) distances.push_back(std::abs(one - centre));
    const double deviation = normal_deviation * median_of(distances);
    return {centre, boost::math::constants::half_pi<double>() * deviation * deviation / n, n - 1};
}

// (6)
double sign_p_value(std::uint64_t better, std::uint64_t worse) {
    if (better == worse) return 1;
    const boost::math::binomial_distribution<double> wins(to_double(better + worse), 0.5);
    return std::min(1.0, 2 * boost::math::cdf(wins, to_double(std::min(better, worse))));
}

// (7), from p of (6).
double widened(double p, const std::vector<PairOnSystem>& systems) {
    std::vector<Centre> parts;
    add_seeds(systems, parts);
    if (parts.empty() || p >= 1) return p;
    for (const PairOnSystem& system : systems)
        add_variance(spread_of_median(system.differences), to_double(systems.size()), parts);
    double of_medians = 0;
    for (const PairOnSystem& system : systems)
        of_medians +=
            spread_of_median(system.differences).variance_of_mean / to_double(systems.size() * systems.size());
    const Centre all = cautious_sum(0, parts);
    const double z = normal_two_sided_quantile(p);
    return student_t_p_value(z * std::sqrt(of_medians / all.variance_of_mean), all.dof);
}

// The test of the mean: (4) of methods, (3) of models.
double mean_p_value(const std::vector<PairOnSystem>& systems, const Centre& all, const FlipChoices& choices,
                    PairedTest& test) {
    if (test.of == PairedTest::Of::methods)
        return student_t_p_value(all.mean / std::sqrt(all.variance_of_mean), all.dof);
    std::vector<double> flipped;
    double seen = 0;
    for (const PairOnSystem& system : systems) {
        const Centre centre = centre_of(system.differences);
        const double n = to_double(system.differences.size());
        seen += systems.size() == 1 ? n * centre.mean : centre.mean;
        if (systems.size() > 1 && !(centre.variance_of_mean > 0)) continue;
        for (const double d : system.differences)
            flipped.push_back(systems.size() == 1 ? d : (std::sqrt(n / (n - 1)) * (d - centre.mean) + all.mean) / n);
    }
    test.exact = all_flips_fit(flipped.size(), choices.flips);
    return flip_p_value(flipped, seen, choices);
}

// Chooses the test by (5) and fills in its p-value.
void add_test(const std::vector<PairOnSystem>& systems, const Centre& all, const FlipChoices& choices,
              PairedTest& test) {
    const bool varies = all.variance_of_mean > 0;
    const bool several = systems.size() > 1;
    if (varies && !several && skewed_or_mixed(systems, all.variance_of_mean)) {
        test.test = PairedTest::Test::sign;
        test.exact = test.of == PairedTest::Of::models;
        test.p_value = widened(sign_p_value(test.better, test.worse), systems);
    } else if (varies || (test.of == PairedTest::Of::models && !several)) {
        test.p_value = mean_p_value(systems, all, choices, test);
    } else if (all.mean == 0) {  // every seed of both is the same
        test.p_value = 1;
    }
}

std::vector<std::vector<double>> log_tables(const std::vector<std::vector<double>>& errors) {
    std::vector<std::vector<double>> logs = errors;
    for (std::vector<double>& seed : logs)
        for (double& error : seed) error = std::log(error);
    return logs;
}

// Means of a table (S, N) over its rows.
std::vector<double> column_means(const std::vector<std::vector<double>>& logs) {
    std::vector<double> means(logs.front().size());
    for (const std::vector<double>& seed : logs)
        for (std::size_t i = 0; i < seed.size(); ++i) means[i] += seed[i] / to_double(logs.size());
    return means;
}

std::vector<double> row_means(const std::vector<std::vector<double>>& logs) {
    std::vector<double> means;
    for (const std::vector<double>& seed : logs) means.push_back(mean_of(seed));
    return means;
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

const char* name(PairedTest::Test test) { return test == PairedTest::Test::mean ? "mean" : "sign"; }

bool differs(const PairedTest& test) {
    constexpr double level = 0.05;
    if (!test.p_value || *test.p_value > level) return false;
    return test.test == PairedTest::Test::mean || (test.ratio < 1) == (test.better > test.worse);
}

PairedTest compare_pair(const std::vector<PairOnSystem>& systems, PairedTest::Of of, const FlipChoices& choices) {
    PairedTest test;
    test.of = of;
    double log_ratio = 0;
    std::size_t trajectories = 0;
    for (const PairOnSystem& system : systems) {
        for (const double d : system.differences) {
            test.better += d < 0;
            test.worse += d > 0;
        }
        log_ratio += centre_of(system.differences).mean / to_double(systems.size());
        trajectories += system.differences.size();
    }
    test.ratio = std::exp(log_ratio);
    const bool enough = trajectories >= fewest_paired_trajectories;
    if (choices.flips == 0 || of == PairedTest::Of::too_few_seeds || !std::isfinite(log_ratio)) return test;
    if (of == PairedTest::Of::methods && !enough) return test;
    const Centre all = cautious_sum(log_ratio, parts_of(systems));
    const double off = all.dof > 0 ? student_t_95(all.dof) * std::sqrt(all.variance_of_mean) : 0;
    if (enough && off > 0) test.ratio_ci95 = Interval{std::exp(log_ratio - off), std::exp(log_ratio + off)};
    add_test(systems, all, choices, test);
    if (of == PairedTest::Of::methods) test.seeds_for_power = seeds_for_power(systems);
    return test;
}

PairedTest compare_pair(const std::vector<std::vector<double>>& a, const std::vector<std::vector<double>>& b,
                        PairedTest::Of of, const FlipChoices& choices) {
    const auto logs_a = log_tables(a), logs_b = log_tables(b);
    PairOnSystem system{column_means(logs_a), row_means(logs_a), row_means(logs_b), rest_variance(logs_a),
                        rest_variance(logs_b)};
    const std::vector<double> of_b = column_means(logs_b);
    for (std::size_t i = 0; i < of_b.size(); ++i) system.differences[i] -= of_b[i];
    return compare_pair({system}, of, choices);
}

double rest_variance(const std::vector<std::vector<double>>& logs) {
    if (logs.size() < 2 || logs.front().size() < 2) return 0;
    const std::vector<double> seeds = row_means(logs), trajectories = column_means(logs);
    const double mean = centre_of(seeds).mean;
    double squares = 0;
    for (std::size_t s = 0; s < logs.size(); ++s)
        for (std::size_t i = 0; i < trajectories.size(); ++i) {
            const double left = logs[s][i] - seeds[s] - trajectories[i] + mean;
            squares += left * left;
        }
    return squares / to_double((logs.size() - 1) * (trajectories.size() - 1));
}

std::vector<double> holm(const std::vector<double>& p_values) {
    std::vector<std::size_t> order(p_values.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::ranges::stable_sort(order, [&](std::size_t i, std::size_t j) { return p_values[i] < p_values[j]; });
    std::vector<double> adjusted(p_values.size());
    double largest = 0;
    for (std::size_t rank = 0; rank < order.size(); ++rank) {
        largest = std::max(largest, to_double(order.size() - rank) * p_values[order[rank]]);
        adjusted[order[rank]] = std::min(largest, 1.0);
    }
    return adjusted;
}

std::vector<double> holm(const std::vector<double>& p_values, const std::vector<bool>& counts) {
    std::vector<double> counted, adjusted;
    for (std::size_t i = 0; i < p_values.size(); ++i)
        if (counts[i]) counted.push_back(p_values[i]);
    const std::vector<double> of_counted = holm(counted);
    std::size_t next = 0;
    for (std::size_t i = 0; i < p_values.size(); ++i) {
        if (counts[i]) {
            adjusted.push_back(of_counted[next++]);
            continue;
        }
        std::vector<double> one_more = counted;
        one_more.push_back(p_values[i]);
        adjusted.push_back(holm(one_more).back());
    }
    return adjusted;
}

namespace {

constexpr std::uint32_t most_seeds = 1000;

// Variance of one seed's mean; 0 where seeds do not vary.
double of_one_seed(const std::vector<double>& seeds) {
    return seeds.size() > 1 ? centre_of(seeds).variance_of_mean * to_double(seeds.size()) : 0;
}

// r^2 / S of (9): how much of the unexplained variance is left in a mean over the measured seeds.
double per_seed(double rest, const std::vector<double>& seeds) {
    return seeds.empty() ? 0 : rest / to_double(seeds.size());
}

// The parts of (8).
std::vector<Centre> parts_with(const std::vector<PairOnSystem>& systems, double seeds) {
    std::vector<Centre> parts;
    const double scale = 1 / to_double(systems.size() * systems.size());
    for (const PairOnSystem& system : systems) {
        const double n = to_double(system.differences.size());
        for (const std::vector<double>* side : {&system.seeds_a, &system.seeds_b})
            if (const double variance = of_one_seed(*side); variance > 0)
                parts.push_back({0, scale * variance / seeds, seeds - 1});
        const double measured = centre_of(system.differences).variance_of_mean * n;
        const double rest = per_seed(system.rest_a, system.seeds_a) + per_seed(system.rest_b, system.seeds_b);
        const double left = std::max(measured - rest, 0.0) + (system.rest_a + system.rest_b) / seeds;
        if (left > 0) parts.push_back({0, scale * left / n, n - 1});
    }
    return parts;
}

// (10): whether so many seeds reach the wanted power. Without any variance they do.
bool seen_with(const std::vector<PairOnSystem>& systems, std::uint32_t seeds) {
    const Centre all = cautious_sum(0, parts_with(systems, seeds));
    if (!(all.dof > 0)) return true;
    return student_t_power(std::log(ratio_to_see) / std::sqrt(all.variance_of_mean), all.dof) >= power_to_see_it;
}

}  // namespace

std::optional<SeedsForPower> seeds_for_power(const std::vector<PairOnSystem>& systems) {
    const bool trained = std::ranges::any_of(systems, [](const PairOnSystem& system) {
        return of_one_seed(system.seeds_a) > 0 || of_one_seed(system.seeds_b) > 0;
    });
    if (!trained) return std::nullopt;
    if (!seen_with(systems, most_seeds)) return SeedsForPower{};
    std::uint32_t low = fewest_seeds - 1, high = most_seeds;  // power rises with the number of seeds
    while (high - low > 1) {
        const std::uint32_t middle = (low + high) / 2;
        (seen_with(systems, middle) ? high : low) = middle;
    }
    return SeedsForPower{high};
}

}  // namespace cchnn
