#include "score/naive/context_forecast.hpp"

#include <algorithm>
#include <limits>

#include "core/parallel_for.hpp"
#include "core/to_size.hpp"
#include "score/naive/extrapolation.hpp"
#include "score/naive/least_squares.hpp"

namespace cchnn {
namespace {

// The context of one trajectory: positions and rates of (K, m).
struct ContextView {
    const double *positions, *rates;
    std::size_t samples, width;
};

std::vector<double> features_of(const NaiveFeatures& features, const ContextView& context) {
    std::vector<double> f(context.samples * features.count());
    for (std::size_t k = 0; k < context.samples; ++k)
        features.of(context.positions + k * context.width, context.rates + k * context.width, &f[k * features.count()]);
    return f;
}

FeatureStatistics statistics_of_context(const std::vector<double>& f, std::size_t count) {
    FeatureTally tally(count);
    for (std::size_t at = 0; at < f.size(); at += count) tally.add(&f[at]);
    return tally.finish();
}

// W of (4).
std::vector<double> map_of_context(const NaiveFeatures& features, const ContextView& context,
                                   const std::vector<double>& f) {
    LeastSquares squares(features.count() + 1, features.count());
    for (std::size_t k = 0; k + 1 < context.samples; ++k)
        squares.add(with_one(features, context.positions + k * context.width, context.rates + k * context.width).data(),
                    &f[(k + 1) * features.count()]);
    return squares.solve();
}

// e of (5). If no distance is a number, e is the end of the first window.
std::size_t end_of_nearest(const std::vector<double>& f, const std::vector<double>& weights, std::size_t samples) {
    const std::size_t all = weights.size(), length = std::max<std::size_t>(1, samples / 10);
    double nearest = std::numeric_limits<double>::infinity();
    std::size_t found = length - 1;
    for (std::size_t end = length - 1; end + length < samples; ++end) {
        double distance = 0;
        for (std::size_t back = 0; back < length; ++back)
            for (std::size_t j = 0; j < all; ++j) {
                const double off = weights[j] * (f[(end - back) * all + j] - f[(samples - 1 - back) * all + j]);
                distance += off * off;
            }
        if (!(distance < nearest)) continue;
        nearest = distance;
        found = end;
    }
    return found;
}

// (5) after e is known: repeats samples e+1 .. K-1 as often as needed.
void repeat_context(const ContextView& context, std::size_t end, std::size_t samples, double* positions,
                    double* rates) {
    const std::size_t last = context.samples - 1, period = last - end;
    for (std::size_t j = 1; last + j < samples; ++j) {
        const std::size_t from = (end + 1 + (j - 1) % period) * context.width, to = (last + j) * context.width;
        std::copy_n(context.positions + from, context.width, positions + to);
        std::copy_n(context.rates + from, context.width, rates + to);
    }
}

}  // namespace

NaiveStates forecast_from_context(Naive kind, const NaiveFeatures& features, TimeGrid times, int context,
                                  const NaiveStates& given, int threads) {
    const std::size_t width = features.width(), size = times.samples * width, known_size = context * width;
    NaiveStates forecast{given.first, given.count, std::vector<double>(given.count * size),
                         std::vector<double>(given.count * size)};
    parallel_for(given.count, threads, [&](std::size_t i) {
        const ContextView seen{&given.positions[i * known_size], &given.rates[i * known_size], to_size(context), width};
        double *positions = &forecast.positions[i * size], *rates = &forecast.rates[i * size];
        std::copy_n(seen.positions, known_size, positions);
        std::copy_n(seen.rates, known_size, rates);
        const std::vector<double> f = features_of(features, seen);
        NaiveKnowledge known;
        if (kind == Naive::mean) known.mean = statistics_of_context(f, features.count()).mean;
        if (kind == Naive::linear) known.map = map_of_context(features, seen, f);
        if (kind == Naive::parrot) {
            known.weights = feature_weights(features, statistics_of_context(f, features.count()).spread);
            return repeat_context(seen, end_of_nearest(f, known.weights, seen.samples), times.samples, positions,
                                  rates);
        }
        const std::size_t last = known_size - width;
        extrapolate(kind, features, {times.dt, times.samples - context + 1}, known, seen.positions + last,
                    seen.rates + last, positions + last, rates + last);
    });
    return forecast;
}

}  // namespace cchnn
