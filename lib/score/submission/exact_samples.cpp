#include "score/submission/exact_samples.hpp"

#include <algorithm>
#include <cmath>

#include "core/counted.hpp"
#include "core/number_text.hpp"
#include "score/metrics/time_mean.hpp"

namespace cchnn {

void ExactSamples::add(std::vector<double> err, double dt, const MetricChoices& choices) {
    ++trajectories_;
    const double log = std::log(geometric_mean_over_time(err, dt, choices));
    logs_ += log;
    const std::uint64_t before = samples_;
    double most = 0;
    for (std::size_t k = 1; k < err.size(); ++k) {
        most = std::max(most, err[k]);
        if (!exact_again(err[k], most)) continue;
        err[k] = err[k - 1];
        ++samples_;
    }
    with_any_ += samples_ > before;
    logs_without_ += samples_ > before ? std::log(geometric_mean_over_time(err, dt, choices)) : log;
}

std::string ExactSamples::remark() const {
    if (samples_ == 0) return "";
    const auto mean = [&](double logs) { return short_number(std::exp(logs / to_double(trajectories_)), 3); };
    return counted(samples_, "sample") + " in " + std::to_string(with_any_) + " of " +
           trajectories_text(trajectories_) + one_or_many(samples_, " coincides", " coincide") +
           " with the reference after larger errors: without " + one_or_many(samples_, "it", "them") +
           " the relative error is " + mean(logs_without_) + " and not " + mean(logs_);
}

}  // namespace cchnn
