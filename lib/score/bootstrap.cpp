#include "score/bootstrap.hpp"

#include <algorithm>
#include <cmath>

#include "sample/random_stream.hpp"
#include "core/parallel_for.hpp"

namespace cchnn {
namespace {

constexpr std::uint32_t bootstrap_stream = 0x626f6f74;  // "boot": apart from the streams that draw initial states

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

void add_resample(const std::vector<double>& rows, std::size_t width, RandomStream stream, double* sums) {
    const std::size_t count = rows.size() / width;
    for (std::size_t draw = 0; draw < count; ++draw) {
        const double* row = rows.data() + width * stream.below(count);
        for (std::size_t c = 0; c < width; ++c) sums[c] += row[c];
    }
}

Interval central_95(std::vector<double> means) {
    std::sort(means.begin(), means.end());
    return {percentile(means, 0.025), percentile(means, 0.975)};
}

}  // namespace

MeanIntervals bootstrap_means(const std::vector<double>& values, std::size_t columns, std::uint32_t resamples,
                              std::uint64_t seed, int threads) {
    const std::vector<double> rows = with_logs(values, columns);
    const std::size_t width = 2 * columns, count = values.size() / columns;
    std::vector<double> sums(resamples * width);
    parallel_for(resamples, threads, [&](std::size_t b) {
        add_resample(rows, width, RandomStream(seed, bootstrap_stream, static_cast<std::uint32_t>(b), 0),
                     sums.data() + b * width);
    });
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

}  // namespace cchnn
