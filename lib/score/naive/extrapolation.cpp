#include "score/naive/extrapolation.hpp"

#include <algorithm>

#include "core/to_size.hpp"

namespace cchnn {

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
