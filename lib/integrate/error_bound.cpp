#include "integrate/error_bound.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>

#include "core/to_size.hpp"
#include "integrate/integrate.hpp"

namespace cchnn {
namespace {

// A protocol this tight is nearly as accurate as the default, which can then not judge it.
bool is_tight(const Protocol& protocol) { return !symplectic(protocol.method) && protocol.rtol < 1e-11; }

// (1) of `width` numbers each of positions and velocities.
double relative_difference(const double* x, const double* v, const double* other_x, const double* other_v, std::size_t width) {
    double off = 0, one = 0, other = 0;
    const auto add = [&](double a, double b) { off += (a - b) * (a - b), one += a * a, other += b * b; };
    for (std::size_t i = 0; i < width; ++i) add(x[i], other_x[i]), add(v[i], other_v[i]);
    const double size = std::sqrt(one) + std::sqrt(other);
    return size == 0 ? 0 : std::sqrt(off) / size;
}

// (2) and (3) of trajectory i.
void bound_trajectory(const TrajectoryBatch& second, TimeGrid times, const ErrorBoundRule& rule, double safety, std::size_t i,
                      TrajectoryBatch& batch) {
    const std::size_t width = to_size(batch.nodes) * to_size(batch.dimension), begin = i * to_size(times.samples);
    double worst = 0;
    batch.valid_until[i] = std::numeric_limits<double>::quiet_NaN();
    for (int k = 0; k < batch.outcomes[i].samples; ++k) {
        const std::size_t sample = begin + to_size(k), at = sample * width;
        const double off = k < second.outcomes[i].samples
                               ? relative_difference(&batch.x[at], &batch.v[at], &second.x[at], &second.v[at], width)
                               : 1.0;
        worst = std::max(worst, off);
        const double bound = std::min(1.0, rule.floor + safety * worst);
        batch.error_bound[sample] = bound;
        if (bound <= rule.level) batch.valid_until[i] = times.time(k);
    }
}

void bound_batch(const TrajectoryBatch& second, TimeGrid times, const ErrorBoundRule& rule, double safety, TrajectoryBatch& batch) {
    batch.error_bound.assign(batch.outcomes.size() * to_size(times.samples), std::numeric_limits<double>::quiet_NaN());
    batch.valid_until.resize(batch.outcomes.size());
    for (std::size_t i = 0; i < batch.outcomes.size(); ++i) bound_trajectory(second, times, rule, safety, i, batch);
}

double last_bound(const TrajectoryBatch& batch, int i) {
    return batch.error_bound[to_size(i + 1) * to_size(batch.samples) - 1];
}

// Replaces trajectories beyond the level; which ones depends on nothing but themselves.
void refine(const ConstrainedSystem& system, const std::vector<InitialState>& states, TimeGrid times, const ErrorBoundRule& rule,
            TrajectoryBatch& batch) {
    const Refinement& refinement = *rule.refinement;
    std::vector<int> beyond;
    std::vector<InitialState> starts;
    for (int i = 0; i < batch.count; ++i)
        if (batch.outcomes[to_size(i)].reason == EndReason::completed && last_bound(batch, i) > refinement.level)
            beyond.push_back(i), starts.push_back(states[to_size(i)]);
    if (beyond.empty()) return;
    TrajectoryBatch refined = integrate(system, starts, times, refinement.first);
    bound_batch(integrate(system, starts, times, refinement.second), times, rule, refinement.safety, refined);
    for (int k = 0; k < refined.count; ++k) {
        Outcome& outcome = refined.outcomes[to_size(k)];
        const int i = beyond[to_size(k)];
        if (outcome.reason != EndReason::completed || !(last_bound(refined, k) < last_bound(batch, i))) continue;
        outcome.refined = true;
        copy_trajectory(refined, k, batch, i);
    }
}

nlohmann::ordered_json refinement_json(const ErrorBoundRule& rule) {
    if (!rule.refinement) return "off";
    const Refinement& r = *rule.refinement;
    const auto solution = [](const Protocol& p) {
        return nlohmann::ordered_json{{"method", name(p.method)}, {"rtol", p.rtol}, {"atol", p.atol}, {"nudge", p.nudge}};
    };
    return {{"level", r.level}, {"bits", 106}, {"first", solution(r.first)}, {"second", solution(r.second)}, {"safety", r.safety}};
}

}  // namespace

ErrorBoundRule::ErrorBoundRule(const Protocol& first, std::optional<double> refine_level) : second(default_protocol()) {
    second.max_steps = std::max(second.max_steps, first.max_steps);
    if (refine_level ? *refine_level > 0 : is_tight(first)) {
        refinement.emplace();
        refinement->level = refine_level.value_or(refinement->level);
        refinement->second.nudge = 1e-28;
        refinement->first.max_steps = refinement->second.max_steps = second.max_steps;
    }
    if (symplectic(first.method)) {
        safety = 5;  // with short steps it may be as accurate as the default
        return;
    }
    if (!is_tight(first)) {
        safety = 1.1;
        return;
    }
    second.method = Method::fehlberg78;
    second.rtol = first.rtol;
    second.atol = first.atol;
    second.stride = 0.7;
    safety = 10;
}

void add_error_bounds(const ConstrainedSystem& system, const std::vector<InitialState>& states, TimeGrid times,
                      const ErrorBoundRule& rule, TrajectoryBatch& batch) {
    std::vector<InitialState> nearby = states;
    for (InitialState& state : nearby)
        for (double& v : state.v) v *= 1 + rule.nudge;
    bound_batch(integrate(system, nearby, times, rule.second), times, rule, rule.safety, batch);
    if (rule.refinement) refine(system, states, times, rule, batch);
}

std::string to_json(const Protocol& protocol, const ErrorBoundRule* rule) {
    auto json = nlohmann::ordered_json::parse(to_json(protocol));
    json["error_bound"] = "off";
    if (rule)
        json["error_bound"] = {{"second_method", name(rule->second.method)}, {"rtol", rule->second.rtol},
                               {"atol", rule->second.atol},                  {"stride", rule->second.stride},
                               {"safety", rule->safety},                     {"nudge", rule->nudge},
                               {"floor", rule->floor},                       {"level", rule->level},
                               {"refine", refinement_json(*rule)}};
    return json.dump(2);
}

}  // namespace cchnn
