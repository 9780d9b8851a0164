#include "score/naive/naive_forecast.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/errors.hpp"
#include "core/number_text.hpp"
#include "core/parallel_for.hpp"
#include "core/to_size.hpp"
#include "score/naive/least_squares.hpp"
#include "score/naive/naive_features.hpp"

namespace cchnn {
namespace {

constexpr std::uint64_t most_pairs = 100'000;

// Throws DataError if the training set has another time step, or is too short to have pairs or whole windows.
void require_samples(const NaiveTrainingSet& train, Naive kind, TimeGrid times) {
    const auto refuse = [&](const std::string& what) { throw DataError(train.file().path().string(), what); };
    if (std::abs(train.dt() - times.dt) > 1e-9 * times.dt)
        refuse("has a sample every " + short_number(train.dt()) + " s, but the forecast has one every " +
               short_number(times.dt) + " s; " + name(kind) + " needs the same");
    const int fewest = kind == Naive::parrot ? times.samples : 2;
    if (train.samples() < fewest)
        refuse("has trajectories of " + std::to_string(train.samples()) + " samples, but " + name(kind) + " needs " +
               std::to_string(fewest));
}

bool all_finite(const std::vector<double>& numbers) {
    return std::ranges::all_of(numbers, [](double number) { return std::isfinite(number); });
}

// A window of the training set, and how far its first state is from a given one.
struct Window {
    double distance = std::numeric_limits<double>::infinity();
    std::uint64_t trajectory = 0;
    std::size_t start = 0;
};

}  // namespace

NaiveForecast::NaiveForecast(Naive kind, const TrajectoryFileInfo& test, TimeGrid times,
                             const GeneralisedCoordinates* coordinates, const std::filesystem::path& train)
    : kind_(kind), times_(times), features_(test.nodes, test.dimension, coordinates) {
    if (!needs_training_set(kind)) return;
    train_.emplace(train, test, coordinates);
    if (kind != Naive::mean) require_samples(*train_, kind, times);
    if (kind == Naive::linear) fit_map();
    else {
        FeatureStatistics statistics = statistics_of(*train_, features_);
        known_.weights = feature_weights(features_, statistics.spread);
        known_.mean = std::move(statistics.mean);
    }
}

void NaiveForecast::fit_map() {
    const std::uint64_t pairs = train_->samples() - 1;
    const std::uint64_t every = std::max<std::uint64_t>(1, (train_->file().info().count * pairs - 1) / most_pairs + 1);
    const std::size_t width = features_.width();
    LeastSquares squares(features_.count() + 1, features_.count());
    train_->for_each_block([&](const NaiveStates& block, const std::vector<bool>& complete) {
        const std::size_t of_trajectory = block.positions.size() / block.count;
        for (std::uint64_t i = 0; i < block.count; ++i) {
            if (!complete[i]) continue;
            const std::uint64_t first = (block.first + i) * pairs;
            for (std::uint64_t k = (every - first % every) % every; k < pairs; k += every) {
                const std::size_t at = i * of_trajectory + k * width, then = at + width;
                const auto f = with_one(features_, &block.positions[at], &block.rates[at]);
                const auto next = with_one(features_, &block.positions[then], &block.rates[then]);
                if (all_finite(f) && all_finite(next)) squares.add(f.data(), next.data());
            }
        }
    });
    if (squares.rows() == 0)
        throw DataError(train_->file().path().string(), "has no complete trajectory to fit a linear map to");
    known_.map = squares.solve();
}

NaiveStates NaiveForecast::from(const NaiveStates& given, int threads) const {
    const std::size_t width = features_.width(), size = times_.samples * width;
    NaiveStates forecast{given.first, given.count, std::vector<double>(given.count * size),
                         std::vector<double>(given.count * size)};
    if (kind_ == Naive::parrot) {
        copy_windows(given, threads, forecast);
        return forecast;
    }
    parallel_for(given.count, threads, [&](std::size_t i) {
        extrapolate(kind_, features_, times_, known_, &given.positions[i * width], &given.rates[i * width],
                    &forecast.positions[i * size], &forecast.rates[i * size]);
    });
    return forecast;
}

// Compares all given states with each block of the training set, so that the set is read once. Ties go to the first
// window. The first sample is the given state and not that of the window.
void NaiveForecast::copy_windows(const NaiveStates& given, int threads, NaiveStates& forecast) const {
    const std::size_t width = features_.width(), all = features_.count(), size = times_.samples * width;
    const std::size_t starts = train_->samples() - times_.samples + 1;
    std::vector<Window> nearest(given.count);
    std::vector<double> wanted(given.count * all);
    for (std::size_t i = 0; i < given.count; ++i)
        features_.of(&given.positions[i * width], &given.rates[i * width], &wanted[i * all]);
    std::vector<double> f;
    train_->for_each_block([&](const NaiveStates& block, const std::vector<bool>& complete) {
        const std::size_t of_trajectory = block.positions.size() / block.count;
        f.resize(block.count * starts * all);
        for (std::size_t t = 0; t < block.count; ++t)
            for (std::size_t k = 0; k < starts; ++k)
                features_.of(&block.positions[t * of_trajectory + k * width],
                             &block.rates[t * of_trajectory + k * width], &f[(t * starts + k) * all]);
        parallel_for(given.count, threads, [&](std::size_t i) {
            for (std::size_t at = 0; at < block.count * starts; ++at) {
                if (!complete[at / starts]) continue;
                double distance = 0;
                for (std::size_t j = 0; j < all; ++j) {
                    const double off = known_.weights[j] * (f[at * all + j] - wanted[i * all + j]);
                    distance += off * off;
                }
                if (distance < nearest[i].distance) nearest[i] = {distance, block.first + at / starts, at % starts};
            }
        });
    });
    for (std::size_t i = 0; i < given.count; ++i) {
        if (std::isinf(nearest[i].distance))
            throw DataError(train_->file().path().string(), "has no complete trajectory that a parrot could repeat");
        const NaiveStates copied = train_->read(nearest[i].trajectory, 1);
        const std::ptrdiff_t from = nearest[i].start * width;
        std::copy_n(copied.positions.begin() + from, size, &forecast.positions[i * size]);
        std::copy_n(copied.rates.begin() + from, size, &forecast.rates[i * size]);
        std::copy_n(&given.positions[i * width], width, &forecast.positions[i * size]);
        std::copy_n(&given.rates[i * width], width, &forecast.rates[i * size]);
    }
}

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

// W of (9).
std::vector<double> map_of_context(const NaiveFeatures& features, const ContextView& context,
                                   const std::vector<double>& f) {
    LeastSquares squares(features.count() + 1, features.count());
    for (std::size_t k = 0; k + 1 < context.samples; ++k)
        squares.add(with_one(features, context.positions + k * context.width, context.rates + k * context.width).data(),
                    &f[(k + 1) * features.count()]);
    return squares.solve();
}

// e of (10). If no distance is a number, e is the end of the first window.
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

// (10) after e is known: repeats samples e+1 .. K-1 as often as needed.
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
