#include "score/metrics/forecast_error.hpp"

#include <algorithm>
#include <cmath>

namespace cchnn {

namespace {

// Coordinate i of x, then v.
double coordinate_of(StateParts state, std::size_t i, std::size_t size) {
    return i < size ? state.x[i] : state.v[i - size];
}

}  // namespace

double nrmse(StateParts predicted, StateParts truth, const CoordinateSpread& spread) {
    const std::size_t size = spread.sigma.size() / 2;
    if (!is_finite(predicted, size)) return INFINITY;
    double sum = 0;
    for (const std::size_t i : spread.moving) {
        const double off = (coordinate_of(predicted, i, size) - coordinate_of(truth, i, size)) / spread.sigma[i];
        sum += off * off;
    }
    return spread.moving.empty() ? 0 : std::sqrt(sum / static_cast<double>(spread.moving.size()));
}

double smape(StateParts predicted, StateParts truth, const CoordinateSpread& spread) {
    const std::size_t size = spread.sigma.size() / 2;
    if (!is_finite(predicted, size)) return 200;
    double sum = 0;
    for (const std::size_t i : spread.moving) {
        const double a = coordinate_of(predicted, i, size), b = coordinate_of(truth, i, size);
        if (a != b) sum += 200 * std::abs(a - b) / (std::abs(a) + std::abs(b));
    }
    return spread.moving.empty() ? 0 : sum / static_cast<double>(spread.moving.size());
}

std::vector<double> context_steps(const double* x, const double* v, int context, const CoordinateSpread& spread) {
    constexpr double least = 1e-9;
    const std::size_t size = spread.sigma.size() / 2;
    std::vector<double> steps(2 * size, 0.0);
    for (const std::size_t i : spread.moving) {
        const double* const values = i < size ? x + i : v + (i - size);
        for (std::size_t k = 1; k < static_cast<std::size_t>(context); ++k)
            steps[i] += std::abs(values[k * size] - values[(k - 1) * size]) / (context - 1);
    }
    const auto half = steps.begin() + size;
    const double of_x = *std::max_element(steps.begin(), half), of_v = *std::max_element(half, steps.end());
    for (std::size_t i = 0; i < 2 * size; ++i)
        if (steps[i] <= least * (i < size ? of_x : of_v)) steps[i] = 0;
    return steps;
}

}  // namespace cchnn
