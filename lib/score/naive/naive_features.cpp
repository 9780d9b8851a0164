#include "score/naive/naive_features.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "core/to_size.hpp"

namespace cchnn {

NaiveFeatures::NaiveFeatures(int nodes, int dimension, const GeneralisedCoordinates* coordinates) {
    if (!coordinates) turns_.assign(to_size(nodes) * dimension, false);
    else
        for (const Coordinate& coordinate : coordinates->table()) turns_.push_back(coordinate.turns);
    count_ = 2 * width() + std::ranges::count(turns_, true);
}

void NaiveFeatures::of(const double* p, const double* r, double* f) const {
    for (std::size_t k = 0; k < width(); ++k) {
        if (!turns_[k]) {
            *f++ = p[k];
            continue;
        }
        *f++ = std::sin(p[k]);
        *f++ = std::cos(p[k]);
    }
    std::copy_n(r, width(), f);
}

void NaiveFeatures::back(const double* f, const double* previous, double* p, double* r) const {
    for (std::size_t k = 0; k < width(); ++k) {
        if (!turns_[k]) {
            p[k] = *f++;
            continue;
        }
        const double sine = *f++, cosine = *f++;
        p[k] = previous[k] + std::remainder(std::atan2(sine, cosine) - previous[k], 2 * std::numbers::pi);
    }
    std::copy_n(f, width(), r);
}

const std::vector<std::string>& naive_names() {
    static const std::vector<std::string> names{"persistence", "constant-velocity", "mean", "parrot", "linear"};
    return names;
}

const char* name(Naive kind) { return naive_names()[static_cast<std::size_t>(kind)].c_str(); }

std::optional<Naive> naive_named(const std::string& text) {
    const std::vector<std::string>& names = naive_names();
    const auto found = std::ranges::find(names, text);
    if (found == names.end()) return std::nullopt;
    return static_cast<Naive>(found - names.begin());
}

bool needs_training_set(Naive kind) { return kind != Naive::persistence && kind != Naive::constant_velocity; }

std::vector<double> with_one(const NaiveFeatures& features, const double* p, const double* r) {
    std::vector<double> f(features.count() + 1, 1);
    features.of(p, r, f.data());
    return f;
}

std::vector<double> feature_weights(const NaiveFeatures& features, const std::vector<double>& spread) {
    constexpr double least_spread = 1e-9;  // of the largest
    const auto rates = spread.begin() + features.positions();
    const double of_positions = *std::max_element(spread.begin(), rates);
    const double of_rates = *std::max_element(rates, spread.end());
    std::vector<double> weights;
    for (std::size_t k = 0; k < spread.size(); ++k) {
        const double largest = k < features.positions() ? of_positions : of_rates;
        weights.push_back(spread[k] > least_spread * largest ? 1 / spread[k] : 0);
    }
    return weights;
}

// `linear` iterates its map on features and not on states: sines and cosines of a forecast need not lie on a circle.
// Iterating on states would project them onto it at every step, and the map would no longer be linear.
void extrapolate(Naive kind, const NaiveFeatures& features, TimeGrid times, const NaiveKnowledge& known,
                 const double* p, const double* r, double* positions, double* rates) {
    const std::size_t width = features.width(), all = features.count();
    std::copy_n(p, width, positions);
    std::copy_n(r, width, rates);
    std::vector<double> f = with_one(features, p, r);
    for (int k = 1; k < times.samples; ++k) {
        double *next = positions + k * width, *next_rates = rates + k * width;
        if (kind == Naive::mean) {
            features.back(known.mean.data(), p, next, next_rates);
            continue;
        }
        if (kind == Naive::linear) {
            std::vector<double> mapped(all + 1, 0);
            for (std::size_t i = 0; i <= all; ++i)
                for (std::size_t j = 0; j < all; ++j) mapped[j] += f[i] * known.map[i * all + j];
            mapped[all] = 1;
            f = std::move(mapped);
            features.back(f.data(), next - width, next, next_rates);
            continue;
        }
        const double elapsed = kind == Naive::constant_velocity ? times.time(k) : 0;
        for (std::size_t j = 0; j < width; ++j) next[j] = p[j] + elapsed * r[j];
        std::copy_n(r, width, next_rates);
    }
}

}  // namespace cchnn
