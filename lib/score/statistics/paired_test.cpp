#include "score/statistics/paired_test.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "core/parallel_for.hpp"
#include "sample/random_stream.hpp"
#include "score/statistics/bootstrap.hpp"

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

}  // namespace

PairedTest compare_paired(const std::vector<double>& a, const std::vector<double>& b, std::uint32_t flips,
                          std::uint64_t seed, int threads) {
    std::vector<double> d, ratios;
    PairedTest test;
    for (std::size_t i = 0; i < a.size(); ++i) {
        d.push_back(std::log(a[i]) - std::log(b[i]));
        ratios.push_back(std::exp(d.back()));
        test.better += a[i] < b[i];
        test.worse += a[i] > b[i];
    }
    test.ratio = exp_mean(std::accumulate(d.begin(), d.end(), 0.0), d.size());
    if (flips == 0) return test;
    test.ratio_ci95 = bootstrap_means(ratios, 1, flips, seed, threads).geometric_mean.front();
    test.exact = all_flips_fit(d.size(), flips);
    test.p_value = flip_p_value(d, flips, seed, threads);
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
