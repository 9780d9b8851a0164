#include "score/horizons.hpp"

#include <algorithm>
#include <cmath>

namespace cchnn {
namespace {

std::vector<double> values_at(const Horizons& horizons, const std::vector<double>& times,
                              const std::vector<double>& values) {
    std::vector<double> found;
    for (const double at : horizons.at) {
        const double time = at * horizons.unit;
        const auto nearest = std::ranges::min_element(
            times, [&](double a, double b) { return std::fabs(a - time) < std::fabs(b - time); });
        found.push_back(values[nearest - times.begin()]);
    }
    return found;
}

}  // namespace

Horizons horizons_of(const Scores& scores) {
    const TruthInfo& truth = scores.truth;
    const double span = truth.dt * (scores.choices.scored_samples(truth.samples) - 1);
    Horizons found{truth.chaotic(), truth.chaotic() ? 1 / truth.lyapunov->mean : 0, {}};
    for (const double times : {0.5, 1.0, 2.0, 4.0})
        if (found.of_lyapunov_time && times * found.unit <= span) found.at.push_back(times);
    return found.at.empty() ? Horizons{false, span, {0.125, 0.25, 0.5, 1}} : found;
}

std::vector<double> medians_at(const Horizons& horizons, const ErrorOverTime& curve) {
    return values_at(horizons, curve.times, curve.median);
}

std::vector<double> means_at(const Horizons& horizons, const ErrorOverTime& curve) {
    return values_at(horizons, curve.times, curve.mean);
}

}  // namespace cchnn
