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
double relative_difference(const double* x, const double* v, const double* other_x, const double* other_v,
                           std::size_t width) {
    double off = 0, one = 0, other = 0;
    const auto add = [&](double a, double b) { off += (a - b) * (a - b), one += a * a, other += b * b; };
    for (std::size_t i = 0; i < width; ++i) add(x[i], other_x[i]), add(v[i], other_v[i]);
    const double size = std::sqrt(one) + std::sqrt(other);
    return size == 0 ? 0 : std::sqrt(off) / size;
}

// (2) and (3) of trajectory i, by trajectory j of the second solution.
void bound_trajectory(const TrajectoryBatch& second, std::size_t j, TimeGrid times, const ErrorBoundRule& rule,
                      double safety, std::size_t i, TrajectoryBatch& batch) {
    const std::size_t samples = to_size(times.samples), width = to_size(batch.nodes) * to_size(batch.dimension);
    double worst = 0;
    batch.valid_until[i] = std::numeric_limits<double>::quiet_NaN();
    for (int k = 0; k < batch.outcomes[i].samples; ++k) {
        const std::size_t sample = i * samples + to_size(k), at = sample * width,
                          there = (j * samples + to_size(k)) * width;
        const double off =
            k < second.outcomes[j].samples
                ? relative_difference(&batch.x[at], &batch.v[at], &second.x[there], &second.v[there], width)
                : 1.0;
        worst = std::max(worst, off);
        const double bound = std::min(1.0, rule.floor + safety * worst);
        batch.error_bound[sample] = bound;
        if (bound <= rule.level) batch.valid_until[i] = times.time(k);
    }
}

void make_room_for_bounds(TrajectoryBatch& batch) {
    batch.error_bound.assign(batch.energy.size(), std::numeric_limits<double>::quiet_NaN());
    batch.valid_until.resize(batch.outcomes.size());
}

double last_bound(const TrajectoryBatch& batch, int i) {
    return batch.error_bound[to_size(i + 1) * to_size(batch.samples) - 1];
}

std::vector<InitialState> starts_of(const std::vector<InitialState>& states, const std::vector<int>& wanted) {
    std::vector<InitialState> starts;
    for (int i : wanted) starts.push_back(states[to_size(i)]);
    return starts;
}

// Replaces trajectories beyond the level; which ones depends on nothing but themselves.
void refine(const BatchSystems& systems, const std::vector<InitialState>& states, TimeGrid times,
            const ErrorBoundRule& rule, TrajectoryBatch& batch) {
    const Refinement& refinement = *rule.refinement;
    std::vector<int> beyond;
    for (int i = 0; i < batch.count; ++i)
        if (batch.outcomes[to_size(i)].reason == EndReason::completed && last_bound(batch, i) > refinement.level)
            beyond.push_back(i);
    if (beyond.empty()) return;
    TrajectoryBatch judge =
        integrate(systems.only(beyond), starts_of(states, beyond), times, refinement.solutions.front());
    std::vector<std::size_t> in_judge;  // where those beyond the level are
    for (std::size_t k = 0; k < beyond.size(); ++k) in_judge.push_back(k);
    for (std::size_t next = 1; next < refinement.solutions.size() && !beyond.empty(); ++next) {
        TrajectoryBatch refined =
            integrate(systems.only(beyond), starts_of(states, beyond), times, refinement.solutions[next]);
        make_room_for_bounds(refined);
        std::vector<int> still_beyond;
        std::vector<std::size_t> in_refined;
        for (std::size_t k = 0; k < beyond.size(); ++k) {
            bound_trajectory(judge, in_judge[k], times, rule, refinement.safety, k, refined);
            const int i = beyond[k];
            Outcome& outcome = refined.outcomes[k];
            if (outcome.reason != EndReason::completed) continue;
            outcome.refined = true;
            if (last_bound(refined, static_cast<int>(k)) < last_bound(batch, i))
                copy_trajectory(refined, static_cast<int>(k), batch, i);
            if (last_bound(batch, i) > refinement.level) still_beyond.push_back(i), in_refined.push_back(k);
        }
        judge = std::move(refined), beyond = std::move(still_beyond), in_judge = std::move(in_refined);
    }
}

nlohmann::ordered_json refinement_json(const ErrorBoundRule& rule) {
    if (!rule.refinement) return "off";
    const Refinement& r = *rule.refinement;
    nlohmann::ordered_json solutions = nlohmann::ordered_json::array();
    for (const Protocol& p : r.solutions)
        solutions.push_back({{"method", name(p.method)}, {"rtol", p.rtol}, {"atol", p.atol}, {"nudge", p.nudge}});
    return {{"level", r.level}, {"bits", 106}, {"solutions", solutions}, {"safety", r.safety}};
}

}  // namespace

Refinement::Refinement(long max_steps) {
    solutions = {{"refinement", Method::extrapolation24, 1e-23, 1e-23},
                 {"refinement", Method::extrapolation20, 1e-26, 1e-26},
                 {"refinement", Method::extrapolation24, 1e-29, 1e-29}};
    solutions.front().nudge = 1e-28;
    for (Protocol& solution : solutions) solution.max_steps = max_steps;
}

ErrorBoundRule::ErrorBoundRule(const Protocol& first, std::optional<double> refine_level) : second(default_protocol()) {
    second.max_steps = std::max(second.max_steps, first.max_steps);
    if (refine_level ? *refine_level > 0 : is_tight(first)) {
        refinement.emplace(second.max_steps);
        refinement->level = refine_level.value_or(refinement->level);
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

void add_error_bounds(const BatchSystems& systems, const std::vector<InitialState>& states, TimeGrid times,
                      const ErrorBoundRule& rule, TrajectoryBatch& batch) {
    std::vector<InitialState> nearby = states;
    for (InitialState& state : nearby)
        for (double& v : state.v) v *= 1 + rule.nudge;
    const TrajectoryBatch second = integrate(systems, nearby, times, rule.second);
    make_room_for_bounds(batch);
    for (std::size_t i = 0; i < states.size(); ++i) bound_trajectory(second, i, times, rule, rule.safety, i, batch);
    if (rule.refinement) refine(systems, states, times, rule, batch);
}

std::string to_json(const Protocol& protocol, const ErrorBoundRule* rule) {
    auto json = nlohmann::ordered_json::parse(to_json(protocol));
    json["error_bound"] = "off";
    if (rule)
        json["error_bound"] = {{"second_method", name(rule->second.method)},
                               {"rtol", rule->second.rtol},
                               {"atol", rule->second.atol},
                               {"stride", rule->second.stride},
                               {"safety", rule->safety},
                               {"nudge", rule->nudge},
                               {"floor", rule->floor},
                               {"level", rule->level},
                               {"refine", refinement_json(*rule)}};
    return json.dump(2);
}

}  // namespace cchnn
