#include "score/parameter_scores.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/counted.hpp"
#include "core/nearest_name.hpp"
#include "score/statistics/intervals.hpp"
#include "spec/system_parameters.hpp"

namespace cchnn {
namespace {

// The error of an estimate that is missing, not finite, or not positive where only positive values make sense.
constexpr double worst_estimate = std::numeric_limits<double>::infinity();

const VariedProperty* parameter_at(const std::vector<VariedProperty>& all, const std::string& pointer) {
    const auto found = std::ranges::find_if(all, [&](const auto& p) { return p.pointer == pointer; });
    return found == all.end() ? nullptr : &*found;
}

// (3) if a true value is 0, else (2) if the parameter may have either sign, else (1).
ParameterErrorKind kind_of_error(const VariedProperty& parameter, const std::vector<double>& truth) {
    if (std::ranges::find(truth, 0.0) != truth.end()) return ParameterErrorKind::absolute;
    return parameter.range == VariedProperty::Range::any ? ParameterErrorKind::relative : ParameterErrorKind::log;
}

// (1) to (3) for one number. `truth` is not 0 unless the kind is absolute, which kind_of_error() sees to.
double error_of_estimate(ParameterErrorKind kind, double estimate, double truth) {
    if (!std::isfinite(estimate)) return worst_estimate;
    switch (kind) {
        case ParameterErrorKind::log: return estimate > 0 ? std::abs(std::log(estimate / truth)) : worst_estimate;
        case ParameterErrorKind::relative: return std::abs(estimate - truth) / std::abs(truth);
        case ParameterErrorKind::absolute: break;
    }
    return std::abs(estimate - truth);
}

ParameterScore score_one(const ParameterEstimate& estimate, const VariedProperty& parameter,
                         const std::vector<double>& truth) {
    ParameterScore score{parameter.pointer,
                         parameter.name,
                         parameter.unit,
                         kind_of_error(parameter, truth),
                         estimate.per_trajectory,
                         {},
                         {},
                         {}};
    if (std::ranges::adjacent_find(truth, std::not_equal_to<>()) == truth.end()) score.truth = truth.front();
    if (!estimate.per_trajectory) {
        score.estimate = estimate.values.front();
        score.errors = {error_of_estimate(score.kind, estimate.values.front(), truth.front())};
    } else {
        for (std::size_t i = 0; i < truth.size(); ++i)
            score.errors.push_back(i < estimate.values.size()
                                       ? error_of_estimate(score.kind, estimate.values[i], truth[i])
                                       : worst_estimate);
    }
    score.summary = with_intervals(summarize(score.errors), score.errors);
    return score;
}

// The score of the same parameter, given in the same way, in another seed; null if that seed has none.
const ParameterScore* score_like(const std::vector<ParameterScore>& all, const ParameterScore& like) {
    const auto found = std::ranges::find_if(all, [&](const ParameterScore& p) {
        return p.pointer == like.pointer && p.per_trajectory == like.per_trajectory;
    });
    return found == all.end() ? nullptr : &*found;
}

using Deviation = ParameterBound::Deviation;
// The largest of the seeds' bounds. Seeds may estimate different sets of parameters, and a bound depends on the set.
// None where one of them has none.
std::optional<Deviation> pooled_bound(const std::vector<const ParameterScore*>& seeds,
                                      std::optional<Deviation> ParameterBound::*which) {
    Deviation all;
    for (const ParameterScore* seed : seeds) {
        const std::optional<Deviation>& one = *seed->bound.*which;
        if (!one) return std::nullopt;
        all.value = std::max(all.value, one->value);
        all.ratio += one->ratio * one->ratio / to_double(seeds.size());
    }
    return Deviation{all.value, std::sqrt(all.ratio)};
}

// One parameter over all seeds. The seeds estimate different values, so the pooled score has no `estimate`.
ParameterScore pooled_one(const std::vector<const ParameterScore*>& seeds) {
    ParameterScore pooled = *seeds.front();
    pooled.estimate.reset();
    pooled.bound.reset();
    pooled.errors.clear();
    std::vector<std::vector<double>> each;
    for (const ParameterScore* seed : seeds) {
        pooled.errors.insert(pooled.errors.end(), seed->errors.begin(), seed->errors.end());
        each.push_back(seed->errors);
    }
    pooled.summary = with_intervals(summarize(pooled.errors), pooled.errors);
    if (pooled.per_trajectory) pooled.summary.geometric_mean_ci95 = method_interval(each);
    if (std::ranges::all_of(seeds, [](const ParameterScore* p) { return p->bound.has_value(); }))
        pooled.bound = ParameterBound{pooled_bound(seeds, &ParameterBound::start_known),
                                      pooled_bound(seeds, &ParameterBound::start_estimated)};
    return pooled;
}

}  // namespace

const char* name(ParameterErrorKind kind) {
    switch (kind) {
        case ParameterErrorKind::log: return "log";
        case ParameterErrorKind::relative: return "relative";
        case ParameterErrorKind::absolute: return "absolute";
    }
    return "unknown";
}

std::vector<Problem> check_estimates(const std::vector<ParameterEstimate>& estimates, const SystemSpec& spec,
                                     std::size_t trajectories) {
    const std::vector<VariedProperty> known = system_parameters(spec);
    std::vector<std::string> pointers;
    for (const VariedProperty& parameter : known) pointers.push_back(parameter.pointer);
    std::vector<Problem> problems;
    for (const ParameterEstimate& estimate : estimates) {
        const std::string where = "/parameters" + estimate.pointer;
        if (!parameter_at(known, estimate.pointer))
            problems.push_back({where, "is not a parameter of " + spec.name + suggestion(estimate.pointer, pointers)});
        else if (!estimate.per_trajectory && parameter_at(spec.varied, estimate.pointer) && trajectories > 1)
            problems.push_back({where, "is one number, but is drawn for each trajectory of " + spec.name +
                                           "; give one for each of them"});
    }
    return problems;
}

std::vector<double> true_values(const SystemSpec& spec, const std::string& pointer, const std::vector<double>& values,
                                std::size_t trajectories) {
    const std::vector<VariedProperty> parameters = system_parameters(spec);
    std::vector<double> truth(trajectories, std::get<Constant>(parameter_at(parameters, pointer)->distribution).value);
    const VariedProperty* const varied = parameter_at(spec.varied, pointer);
    if (!varied) return truth;
    const std::size_t column = varied - spec.varied.data();
    for (std::size_t i = 0; i < trajectories; ++i) truth[i] = values[i * spec.varied.size() + column];
    return truth;
}

std::vector<ParameterScore> pooled(const std::vector<std::vector<ParameterScore>>& seeds) {
    if (seeds.size() == 1) return seeds.front();
    std::vector<ParameterScore> all;
    for (const ParameterScore& first : seeds.front()) {
        std::vector<const ParameterScore*> same;
        for (const std::vector<ParameterScore>& seed : seeds)
            if (const ParameterScore* found = score_like(seed, first)) same.push_back(found);
        if (same.size() == seeds.size()) all.push_back(pooled_one(same));
    }
    return all;
}

std::vector<ParameterScore> score_parameters(const std::vector<ParameterEstimate>& estimates, const SystemSpec& spec,
                                             const std::vector<double>& values, std::size_t trajectories) {
    const std::vector<VariedProperty> parameters = system_parameters(spec);
    std::vector<ParameterScore> scores;
    for (const ParameterEstimate& estimate : estimates)
        scores.push_back(score_one(estimate, *parameter_at(parameters, estimate.pointer),
                                   true_values(spec, estimate.pointer, values, trajectories)));
    return scores;
}

}  // namespace cchnn
