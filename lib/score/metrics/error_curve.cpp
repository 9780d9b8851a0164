#include "score/metrics/error_curve.hpp"

#include "score/metrics/relative_error.hpp"
#include "score/metrics/time_mean.hpp"

namespace cchnn {

std::vector<double> error_curve(const ConstrainedSystem& system, const MetricChoices& choices, int samples,
                                TrajectoryView predicted, TrajectoryView truth) {
    const auto size = static_cast<std::size_t>(system.state_size());
    std::vector<double> errors, p(size), p_true(size);
    for (int k = 0; k < samples; ++k) {
        const std::size_t at = static_cast<std::size_t>(k) * size;
        StateParts a{predicted.x + at, predicted.v + at}, b{truth.x + at, truth.v + at};
        if (choices.state == StateChoice::xp) {
            system.momentum(a.v, p.data());
            system.momentum(b.v, p_true.data());
            a.v = p.data(), b.v = p_true.data();
        }
        errors.push_back(relative_error(a, b, size, choices.norm));
    }
    return errors;
}

double persistence_error(const ConstrainedSystem& system, const MetricChoices& choices, int samples, double dt,
                         TrajectoryView truth) {
    const auto size = static_cast<std::size_t>(system.state_size());
    std::vector<double> x, v;
    for (int k = 0; k < samples; ++k) {
        x.insert(x.end(), truth.x, truth.x + size);
        v.insert(v.end(), truth.v, truth.v + size);
    }
    return geometric_mean_over_time(error_curve(system, choices, samples, {x.data(), v.data()}, truth), dt, choices);
}

}  // namespace cchnn
