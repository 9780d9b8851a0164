#include "score/judged_errors.hpp"

#include <algorithm>
#include <cmath>

#include "score/metrics/time_mean.hpp"
#include "score/submission/exact_samples.hpp"

namespace cchnn {

namespace {

// A prediction that is as good as the reference stays below ten bounds, since a bound of the default integration
// settings is ten times the largest difference between solutions (integrate/error_bound.hpp). Only half of its errors
// need to be within the bound: in chaotic motion a prediction as good as the reference may be off by more.
bool is_at_floor(const std::vector<double>& err, const double* bound) {
    constexpr double beyond = 10;
    std::size_t within = 0;
    for (std::size_t k = 1; k < err.size(); ++k) {
        if (!(err[k] <= beyond * bound[k])) return false;
        within += err[k] <= bound[k];
    }
    return 2 * within + 1 >= err.size();
}

}  // namespace

bool bounds_apply(const MetricChoices& choices) {
    return choices.state == StateChoice::xv && choices.norm == NormChoice::sum;
}

void JudgedErrors::add(const std::vector<double>& err, const double* bound, const std::vector<double>* ranked) {
    if (bound) add_trajectory(floor_, err, bound, 1);  // t = 0 is given: at the floor for everyone
    const bool at_floor = bound && is_at_floor(err, bound);
    constexpr double largest = 1000;  // of NRMSE, which has no bound; Err and K are below
    std::vector<double> judged = ranked ? *ranked : err;
    double most = 0;
    for (std::size_t k = 0; k < judged.size(); ++k) {
        most = std::max(most, err[k]);
        const double least = std::max(bound ? bound[k] : 0, least_);
        judged[k] = at_floor                             ? least
                    : k > 0 && exact_again(err[k], most) ? judged[k - 1]
                                                         : std::min(std::max(judged[k], least), largest);
    }
    add_parts(judged, bound);
    errors_.push_back(ranked && choices_.rank_by == RankChoice::nrmse
                          ? root_mean_square_over_time(judged, choices_.include_t0)
                          : geometric_mean_over_time(judged, dt_, choices_));
    at_floor_ = at_floor_ && at_floor;
}

void JudgedErrors::add_parts(const std::vector<double>& judged, const double* bound) {
    constexpr std::size_t most_parts = 32;  // so that a model of many trajectories is small beside its other numbers
    const std::size_t steps = judged.size() - 1, parts = std::min(most_parts, steps);
    for (std::size_t p = 0; p < parts; ++p) {
        double squares = 0, above = 0;
        for (std::size_t k = 1 + p * steps / parts; k < 1 + (p + 1) * steps / parts; ++k) {
            if (!(judged[k] > std::max(bound ? bound[k] : 0, least_))) continue;
            squares += judged[k] * judged[k];
            ++above;
        }
        parts_.push_back(above > 0 ? std::log(squares / above) / 2 : -INFINITY);
    }
}

}  // namespace cchnn
