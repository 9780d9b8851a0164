#include "integrate/error_bound.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>

#include "core/to_size.hpp"
#include "integrate/integrate.hpp"
#include "integrate/nudge.hpp"

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

}  // namespace

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

namespace {

nlohmann::ordered_json refinement_json(const ErrorBoundRule& rule) {
    if (!rule.refinement) return "off";
    const Refinement& r = *rule.refinement;
    return {{"level", r.level},   {"bits", 106},      {"method", name(Method::extrapolation20)},
            {"safety", r.safety}, {"nudge", r.nudge}, {"most_evaluations", r.most_evaluations}};
}

}  // namespace

ErrorBoundRule::ErrorBoundRule(const Protocol& first, std::optional<double> refine_level) : second(default_protocol()) {
    second.max_steps = std::max(second.max_steps, first.max_steps);
    if (refine_level ? *refine_level > 0 : is_tight(first)) {
        refinement.emplace();
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
    for (InitialState& state : nearby) {
        const Nudge off(state, systems.like().dimension(), rule.nudge);
        for (std::size_t i = 0; i < state.x.size(); ++i) state.x[i] += off.x[i], state.v[i] += off.v[i];
    }
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
