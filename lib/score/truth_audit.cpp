#include "score/truth_audit.hpp"

#include <algorithm>
#include <cmath>

#include "core/counted.hpp"

namespace cchnn {
namespace {

// The ceil(q n)-th smallest value; 0 of none. Changes the order of the values.
double quantile(std::vector<double>& values, double q) {
    if (values.empty()) return 0;
    const auto rank = static_cast<std::size_t>(std::ceil(q * to_double(values.size())));
    const auto at = values.begin() + (std::max<std::size_t>(rank, 1) - 1);
    std::nth_element(values.begin(), at, values.end());
    return *at;
}

}  // namespace

void Refused::add(const Error& error) {
    if (code == ExitCode::ok) code = error.exit_code();
    problems.insert(problems.end(), error.problems().begin(), error.problems().end());
}

void Refused::add(const Refused& others) {
    if (code == ExitCode::ok) code = others.code;
    problems.insert(problems.end(), others.problems.begin(), others.problems.end());
}

const char* name(AuditVerdict verdict) {
    switch (verdict) {
        case AuditVerdict::passed: return "passed";
        case AuditVerdict::failed: return "failed";
        case AuditVerdict::not_judged: return "not_judged";
    }
    return "unknown";
}

double AuditReport::share_of_trajectories(std::uint64_t some) const {
    const auto to_judge = std::ranges::count_if(trajectories, [](const auto& t) { return !t.nothing_there; });
    return to_judge == 0 ? 0 : to_double(some) / static_cast<double>(to_judge);
}

// A broken bound or physics that disagrees fails at once. Too few judged trajectories fail as well, unless those that
// the budget left out would have been enough.
AuditVerdict AuditReport::verdict() const {
    const AuditVerdict own = verdict_of_states();
    if (own == AuditVerdict::failed || derivatives.empty()) return own;
    const AuditVerdict theirs = derivatives.front().verdict();
    return theirs == AuditVerdict::passed ? own : theirs;
}

AuditVerdict AuditReport::verdict_of_states() const {
    const std::uint64_t late =
        std::ranges::count_if(trajectories, [](const auto& t) { return t.out_of_time && !t.nothing_there; });
    if (!physics_agrees() || !work_agrees() || (bounded && share() < required_share)) return AuditVerdict::failed;
    if (judged_share() >= required_judged) return AuditVerdict::passed;
    return share_of_trajectories(judged + late) >= required_judged ? AuditVerdict::not_judged : AuditVerdict::failed;
}

AuditedTrajectory AuditReport::worst_trajectory() const {
    if (trajectories.empty()) return {};
    const auto badness = [&](const AuditedTrajectory& t) { return bounded ? t.worst_ratio : t.worst_error; };
    return *std::ranges::max_element(trajectories,
                                     [&](const auto& a, const auto& b) { return badness(a) < badness(b); });
}

void AuditTally::add(AuditedTrajectory which, const std::vector<double>& errors, const std::vector<double>& bound,
                     const std::vector<double>& times) {
    report_.bounded = report_.bounded || !bound.empty();
    report_.energy_off = std::max(report_.energy_off, which.energy_off);
    if (which.work_off) report_.work_off = std::max(report_.work_off.value_or(0), *which.work_off);
    report_.work_ratio = std::max(report_.work_ratio, which.work_ratio);
    if (which.judged()) count(which, errors, bound, times);
    report_.trajectories.push_back(std::move(which));
}

void AuditTally::count(AuditedTrajectory& which, const std::vector<double>& errors, const std::vector<double>& bound,
                       const std::vector<double>& times) {
    for (std::size_t k = 1; k < errors.size(); ++k) {
        const double allowed = bound.empty() ? 0 : bound[k];
        ++which.samples;
        if (std::isnan(errors[k])) {
            which.within += allowed >= 1;
            continue;
        }
        ++which.compared;
        if (errors[k] >= which.worst_error) {
            which.worst_error = errors[k];
            which.worst_bound = allowed;
            which.worst_time = times[k];
        }
        errors_.push_back(errors[k]);
        if (bound.empty()) continue;
        which.within += errors[k] <= allowed;
        bounds_.push_back(allowed);
        ratios_.push_back(errors[k] / allowed);
        if (ratios_.back() > which.worst_ratio) {
            which.worst_ratio = ratios_.back();
            which.ratio_time = times[k];
        }
    }
    ++report_.judged;
    report_.wholly_within += which.within == which.samples;
    report_.samples += which.samples;
    report_.within += which.within;
    report_.compared += which.compared;
    worst_.push_back(which.worst_error);
}

AuditReport AuditTally::finish() {
    report_.median_error = quantile(errors_, 0.5);
    report_.median_bound = quantile(bounds_, 0.5);
    report_.median_worst = quantile(worst_, 0.5);
    report_.ratio = {quantile(ratios_, 0.5), quantile(ratios_, 0.99), quantile(ratios_, 0.999), quantile(ratios_, 1)};
    return std::move(report_);
}

}  // namespace cchnn
