#include "score/judged_errors.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "core/counted.hpp"
#include "core/number_text.hpp"
#include "core/to_size.hpp"
#include "score/metrics/over_time.hpp"
#include "score/trajectory_blocks.hpp"

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
    if (with_parts_ > 0) add_parts(judged, bound);
    errors_.push_back(ranked && choices_.rank_by == RankChoice::nrmse
                          ? root_mean_square_over_time(judged, choices_.include_t0)
                          : geometric_mean_over_time(judged, dt_, choices_));
    at_floor_ = at_floor_ && at_floor;
}

void JudgedErrors::add_parts(const std::vector<double>& judged, const double* bound) {
    constexpr std::size_t most_parts = 32;  // so that a model of many trajectories is small beside its other numbers
    const std::size_t steps = judged.size() - 1, parts = std::min(most_parts, steps);
    parts_.reserve(with_parts_ * parts);
    for (std::size_t p = 0; p < parts; ++p) {
        double squares = 0, above = 0;
        for (std::size_t k = 1 + p * steps / parts; k < 1 + (p + 1) * steps / parts; ++k) {
            if (!(judged[k] > std::max(bound ? bound[k] : 0, least_))) continue;
            squares += judged[k] * judged[k];
            ++above;
        }
        parts_.push_back(above > 0 ? static_cast<float>(std::log(squares / above) / 2) : -INFINITY);
    }
}

void add_trajectory(TruthFloor& floor, const std::vector<double>& err, const double* bound, std::size_t first) {
    std::uint64_t within = 0;
    for (std::size_t k = first; k < err.size(); ++k) {
        ++floor.of_samples;
        if (!(err[k] <= bound[k])) continue;
        ++within;
        floor.largest_bound = std::max(floor.largest_bound, bound[k]);
    }
    floor.samples += within;
    floor.trajectories += within > 0;
}

double typical_bound(const TrajectoryFile& truth, const MetricChoices& choices) {
    constexpr double rounding = 1e-16;
    const TrajectoryFileInfo& info = truth.info();
    if (!info.description.bounded || info.samples < 2) return 0;
    const std::size_t samples = info.samples;
    const std::size_t given = choices.last_given() + 1;
    const std::size_t end = choices.last_given() + choices.scored_samples(info.samples);
    const std::uint64_t per_block = trajectories_per_block(info);
    std::vector<double> bounds;
    double logs = 0;
    for (std::uint64_t first = 0; first < info.count; first += per_block) {
        const std::uint64_t count = std::min(per_block, info.count - first);
        bounds = truth.rows("/error_bound", first, count);
        for (std::size_t i = 0; i < count; ++i)
            for (std::size_t k = given; k < end; ++k) logs += std::log(std::max(bounds[i * samples + k], rounding));
    }
    return std::exp(logs / (to_double(info.count) * to_double(end - given)));
}

std::string remark(const TruthFloor& floor) {
    if (floor.samples == 0) return "";
    char text[200];
    std::snprintf(text, sizeof text,
                  "%llu of %llu errors (in %llu %s) are not above the estimated error_bound of the reference, there "
                  "%.1e or less",
                  static_cast<unsigned long long>(floor.samples), static_cast<unsigned long long>(floor.of_samples),
                  static_cast<unsigned long long>(floor.trajectories),
                  floor.trajectories == 1 ? "trajectory" : "trajectories", floor.largest_bound);
    return text;
}

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
