#include "score/metrics/error_curve.hpp"

#include "core/to_size.hpp"
#include "score/metrics/relative_error.hpp"
#include "score/metrics/time_mean.hpp"

namespace cchnn {

namespace {

// M v of `count` states.
std::vector<double> momenta_of(const ConstrainedSystem& system, const double* v, std::size_t count) {
    const std::size_t size = system.state_size();
    std::vector<double> p(count * size);
    for (std::size_t at = 0; at < p.size(); at += size) system.momentum(v + at, &p[at]);
    return p;
}

// `step` is that of relative_errors().
std::vector<double> error_curve(const ConstrainedSystem& system, const MetricChoices& choices, int samples,
                                TrajectoryView predicted, std::size_t step, TrajectoryView truth) {
    const std::size_t size = system.state_size();
    StateParts a{predicted.x, predicted.v}, b{truth.x, truth.v};
    std::vector<double> p, p_true;
    if (choices.state == StateChoice::xp) {
        p = momenta_of(system, a.v, step == 0 ? 1 : to_size(samples));
        p_true = momenta_of(system, b.v, samples);
        a.v = p.data();
        b.v = p_true.data();
    }
    return relative_errors(a, step, b, size, samples, size, choices.norm);
}

}  // namespace

std::vector<double> error_curve(const ConstrainedSystem& system, const MetricChoices& choices, int samples,
                                TrajectoryView predicted, TrajectoryView truth) {
    return error_curve(system, choices, samples, predicted, system.state_size(), truth);
}

double persistence_error(const ConstrainedSystem& system, const MetricChoices& choices, int samples, double dt,
                         TrajectoryView truth) {
    return geometric_mean_over_time(error_curve(system, choices, samples, truth, 0, truth), dt, choices);
}

}  // namespace cchnn
