#include "score/judged_errors.hpp"

#include <algorithm>

#include "score/metrics/time_mean.hpp"

namespace cchnn {

bool bounds_apply(const MetricChoices& choices) {
    return choices.state == StateChoice::xv && choices.norm == NormChoice::sum;
}

void JudgedErrors::add(const std::vector<double>& err, const double* bound) {
    add_trajectory(floor_, err, bound, 1);  // t = 0 is given: at the floor for everyone
    std::vector<double> bounds(bound, bound + err.size()), both = err;
    for (std::size_t k = 0; k < err.size(); ++k) both[k] = std::max(err[k], bounds[k]);
    of_both_.push_back(geometric_mean_over_time(both, dt_, choices_));
    of_bounds_.push_back(geometric_mean_over_time(bounds, dt_, choices_));
}

}  // namespace cchnn
