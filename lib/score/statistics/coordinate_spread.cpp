#include "score/statistics/coordinate_spread.hpp"

#include <algorithm>
#include <cmath>

namespace cchnn {

// Welford's recurrence for each coordinate: one pass, and no digits are lost where a mean is far from 0.
void SpreadTally::add(const double* x, const double* v) {
    const std::size_t size = mean_.size() / 2;
    ++seen_;
    const auto add_part = [&](const double* __restrict values, double* __restrict mean, double* __restrict squares) {
        for (std::size_t i = 0; i < size; ++i) {
            const double off = values[i] - mean[i];
            mean[i] += off / seen_;
            squares[i] += off * (values[i] - mean[i]);
        }
    };
    add_part(x, mean_.data(), squares_.data());
    add_part(v, &mean_[size], &squares_[size]);
    largest_x_ = std::max(largest_x_, largest_magnitude(x, size));
    largest_v_ = std::max(largest_v_, largest_magnitude(v, size));
}

CoordinateSpread SpreadTally::finish(double span) const {
    constexpr double least = 1e-9, rounding = 1e-12;
    CoordinateSpread spread{mean_, squares_, {}};
    for (double& sigma : spread.sigma) sigma = std::sqrt(sigma / seen_);
    const auto half = spread.sigma.begin() + (spread.sigma.size() / 2);
    const double of_x = *std::max_element(spread.sigma.begin(), half),
                 of_v = *std::max_element(half, spread.sigma.end());
    const bool x_moves = of_x > rounding * largest_x_,
               v_moves = of_v > rounding * std::max(largest_x_ / span, largest_v_);
    for (std::size_t i = 0; i < spread.sigma.size(); ++i) {
        const bool of_positions = 2 * i < spread.sigma.size();
        if ((of_positions ? x_moves : v_moves) && spread.sigma[i] > least * (of_positions ? of_x : of_v))
            spread.moving.push_back(i);
    }
    if (!spread.moving.empty()) return spread;
    spread.sigma.assign(spread.sigma.size(), 1.0);
    for (std::size_t i = 0; i < spread.sigma.size(); ++i) spread.moving.push_back(i);
    return spread;
}

}  // namespace cchnn
