#include "score/statistics/bootstrap.hpp"

#include <algorithm>
#include <cmath>

#include "core/parallel_for.hpp"
#include "sample/random_stream.hpp"

namespace cchnn {
namespace {

constexpr std::uint32_t bootstrap_stream = 0x626f6f74;  // "boot": apart from the streams that draw initial states
constexpr std::uint32_t seed_stream = 0x73656564;       // "seed"

// (N, 2 columns): values, then their logarithms.
std::vector<double> with_logs(const std::vector<double>& values, std::size_t columns) {
    std::vector<double> rows;
    rows.reserve(2 * values.size());
    for (std::size_t first = 0; first < values.size(); first += columns) {
        for (std::size_t c = 0; c < columns; ++c) rows.push_back(values[first + c]);
        for (std::size_t c = 0; c < columns; ++c) rows.push_back(std::log(values[first + c]));
    }
    return rows;
}

void add_rows(const std::vector<double>& rows, std::size_t width, const std::vector<std::size_t>& draws, double* sums) {
    for (std::size_t draw : draws) {
        const double* row = rows.data() + width * draw;
        for (std::size_t c = 0; c < width; ++c) sums[c] += row[c];
    }
}

std::vector<std::size_t> draws_of(RandomStream stream, std::size_t count) {
    std::vector<std::size_t> draws(count);
    for (std::size_t& draw : draws) draw = static_cast<std::size_t>(stream.below(count));
    return draws;
}

}  // namespace

std::vector<std::size_t> drawn_trajectories(std::size_t count, std::uint64_t seed, std::size_t resample,
                                            std::size_t group) {
    return draws_of(
        RandomStream(seed, bootstrap_stream, static_cast<std::uint32_t>(resample), static_cast<std::uint32_t>(group)),
        count);
}

std::vector<std::size_t> drawn_seeds(std::size_t count, std::uint64_t seed, std::size_t resample, std::size_t model) {
    return draws_of(
        RandomStream(seed, seed_stream, static_cast<std::uint32_t>(resample), static_cast<std::uint32_t>(model)),
        count);
}

Interval central_95(std::vector<double> values) {
    std::sort(values.begin(), values.end());
    return {percentile(values, 0.025), percentile(values, 0.975)};
}

MeanIntervals bootstrap_seed_means(const std::vector<const std::vector<double>*>& tables, std::size_t columns,
                                   std::uint32_t resamples, std::uint64_t seed, int threads) {
    std::vector<std::vector<double>> rows;
    for (const std::vector<double>* table : tables) rows.push_back(with_logs(*table, columns));
    const std::size_t width = 2 * columns, trajectories = tables.front()->size() / columns;
    std::vector<double> sums(resamples * width);
    parallel_for(resamples, threads, [&](std::size_t b) {
        const std::vector<std::size_t> draws = drawn_trajectories(trajectories, seed, b, 0);
        for (std::size_t s : drawn_seeds(rows.size(), seed, b, 0))
            add_rows(rows[s], width, draws, sums.data() + b * width);
    });
    const std::size_t count = trajectories * tables.size();
    MeanIntervals intervals;
    for (std::size_t c = 0; c < columns; ++c) {
        std::vector<double> means, geometric_means;
        for (std::size_t b = 0; b < resamples; ++b) {
            means.push_back(sums[b * width + c] / static_cast<double>(count));
            geometric_means.push_back(exp_mean(sums[b * width + columns + c], count));
        }
        intervals.mean.push_back(central_95(std::move(means)));
        intervals.geometric_mean.push_back(central_95(std::move(geometric_means)));
    }
    return intervals;
}

MeanIntervals bootstrap_means(const std::vector<double>& values, std::size_t columns, std::uint32_t resamples,
                              std::uint64_t seed, int threads) {
    return bootstrap_seed_means({&values}, columns, resamples, seed, threads);
}

}  // namespace cchnn
