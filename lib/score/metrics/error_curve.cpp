#include "score/metrics/error_curve.hpp"

#include "score/metrics/relative_error.hpp"
#include "score/metrics/time_mean.hpp"

namespace cchnn {

namespace {

// `step` is the distance in memory from one predicted state to the next; with 0 one state is compared with all samples.
std::vector<double> error_curve(const ConstrainedSystem& system, const MetricChoices& choices, int samples,
                                TrajectoryView predicted, std::size_t step, TrajectoryView truth) {
    const std::size_t size = system.state_size();
    std::vector<double> errors, p(size), p_true(size);
    for (std::size_t k = 0; k < static_cast<std::size_t>(samples); ++k) {
        StateParts a{predicted.x + k * step, predicted.v + k * step}, b{truth.x + k * size, truth.v + k * size};
        if (choices.state == StateChoice::xp) {
            system.momentum(a.v, p.data());
            system.momentum(b.v, p_true.data());
            a.v = p.data();
            b.v = p_true.data();
        }
        errors.push_back(relative_error(a, b, size, choices.norm));
    }
    return errors;
}

}  // namespace

std::vector<double> error_curve(const ConstrainedSystem& system, const MetricChoices& choices, int samples,
                                TrajectoryView predicted, TrajectoryView truth) {
    return error_curve(system, choices, samples, predicted, static_cast<std::size_t>(system.state_size()), truth);
}

double persistence_error(const ConstrainedSystem& system, const MetricChoices& choices, int samples, double dt,
                         TrajectoryView truth) {
    return geometric_mean_over_time(error_curve(system, choices, samples, truth, 0, truth), dt, choices);
}

}  // namespace cchnn
