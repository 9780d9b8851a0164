#include "score/naive/naive_forecast.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/errors.hpp"
#include "core/number_text.hpp"
#include "core/parallel_for.hpp"
#include "core/to_size.hpp"
#include "score/naive/least_squares.hpp"

namespace cchnn {
namespace {

constexpr std::uint64_t most_pairs = 100'000;
constexpr double least_spread = 1e-9;  // of the largest

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

// The features of a state and a 1.
std::vector<double> with_one(const NaiveFeatures& features, const double* p, const double* r) {
    std::vector<double> f(features.count() + 1, 1);
    features.of(p, r, f.data());
    return f;
}

bool all_finite(const std::vector<double>& numbers) {
    return std::all_of(numbers.begin(), numbers.end(), [](double number) { return std::isfinite(number); });
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
    else statistics_ = statistics_of(*train_, features_);
    if (kind == Naive::parrot) fit_metric();
}

void NaiveForecast::fit_map() {
    const std::uint64_t pairs = to_size(train_->samples() - 1);
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
    map_ = squares.solve();
}

void NaiveForecast::fit_metric() {
    const std::vector<double>& spread = statistics_.spread;
    const auto rates = spread.begin() + static_cast<std::ptrdiff_t>(features_.positions());
    const double of_positions = *std::max_element(spread.begin(), rates);
    const double of_rates = *std::max_element(rates, spread.end());
    for (std::size_t k = 0; k < spread.size(); ++k) {
        const double largest = k < features_.positions() ? of_positions : of_rates;
        weights_.push_back(spread[k] > least_spread * largest ? 1 / spread[k] : 0);
    }
}

NaiveStates NaiveForecast::from(const NaiveStates& given, int threads) const {
    const std::size_t width = features_.width(), size = to_size(times_.samples) * width;
    NaiveStates forecast{given.first, given.count, std::vector<double>(given.count * size),
                         std::vector<double>(given.count * size)};
    if (kind_ == Naive::parrot) {
        copy_windows(given, threads, forecast);
        return forecast;
    }
    parallel_for(given.count, threads, [&](std::size_t i) {
        extrapolate(&given.positions[i * width], &given.rates[i * width], &forecast.positions[i * size],
                    &forecast.rates[i * size]);
    });
    return forecast;
}

void NaiveForecast::extrapolate(const double* p, const double* r, double* positions, double* rates) const {
    const std::size_t width = features_.width();
    std::copy_n(p, width, positions);
    std::copy_n(r, width, rates);
    const std::size_t all = features_.count();
    std::vector<double> f = with_one(features_, p, r);
    for (int k = 1; k < times_.samples; ++k) {
        double *next = positions + to_size(k) * width, *next_rates = rates + to_size(k) * width;
        if (kind_ == Naive::mean) {
            features_.back(statistics_.mean.data(), p, next, next_rates);
            continue;
        }
        if (kind_ == Naive::linear) {
            std::vector<double> mapped(all + 1, 0);
            for (std::size_t i = 0; i <= all; ++i)
                for (std::size_t j = 0; j < all; ++j) mapped[j] += f[i] * map_[i * all + j];
            mapped[all] = 1;
            f = std::move(mapped);
            features_.back(f.data(), next - width, next, next_rates);
            continue;
        }
        const double elapsed = kind_ == Naive::constant_velocity ? times_.time(k) : 0;
        for (std::size_t j = 0; j < width; ++j) next[j] = p[j] + elapsed * r[j];
        std::copy_n(r, width, next_rates);
    }
}

void NaiveForecast::copy_windows(const NaiveStates& given, int threads, NaiveStates& forecast) const {
    const std::size_t width = features_.width(), all = features_.count(), size = to_size(times_.samples) * width;
    const std::size_t starts = to_size(train_->samples() - times_.samples + 1);
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
                    const double off = weights_[j] * (f[at * all + j] - wanted[i * all + j]);
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
        const auto from = static_cast<std::ptrdiff_t>(nearest[i].start * width);
        std::copy_n(copied.positions.begin() + from, size, &forecast.positions[i * size]);
        std::copy_n(copied.rates.begin() + from, size, &forecast.rates[i * size]);
        std::copy_n(&given.positions[i * width], width, &forecast.positions[i * size]);
        std::copy_n(&given.rates[i * width], width, &forecast.rates[i * size]);
    }
}

}  // namespace cchnn
