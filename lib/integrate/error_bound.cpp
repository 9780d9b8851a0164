#include "integrate/error_bound.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>

#include "core/at_work.hpp"
#include "core/to_size.hpp"
#include "integrate/energy_guard.hpp"
#include "integrate/impacts/contact_driver.hpp"
#include "integrate/impacts/paired_impacts.hpp"
#include "integrate/integrate.hpp"
#include "integrate/nudge.hpp"

namespace cchnn {
namespace {

// A protocol this tight is nearly as accurate as the default, which then cannot serve as its comparison.
bool is_tight(const Protocol& protocol) { return !fixed_step(protocol.method) && protocol.rtol < 1e-11; }

// Relative perturbation of the initial states of other solutions: more than the accumulated rounding of some hundred
// steps.
constexpr double nudge = 1e-14;

// (1) for `width` position and velocity components each.
double relative_difference(const double* x, const double* v, const double* other_x, const double* other_v,
                           std::size_t width) {
    double off = 0, one = 0, other = 0;
    const auto add = [&](double a, double b) {
        off += (a - b) * (a - b);
        one += a * a;
        other += b * b;
    };
    for (std::size_t i = 0; i < width; ++i) {
        add(x[i], other_x[i]);
        add(v[i], other_v[i]);
    }
    const double size = std::sqrt(one) + std::sqrt(other);
    return size == 0 ? 0 : std::sqrt(off) / size;
}

}  // namespace

// The bound at a sample follows from the largest difference of any solution up to it: differences may shrink where
// solutions happen to cross, while the error does not. A solution that ended before the sample gives no information
// about it, so the bound is 1 from there on, as it is where solutions disagree on the order of impacts. At a sample that
// may lie before an impact or after it the bound is 1 too, but not later.
void bound_trajectory(std::span<const OneOf> others, TimeGrid times, const ErrorBoundRule& rule, double safety,
                      std::size_t i, TrajectoryBatch& batch) {
    const std::size_t samples = times.samples, width = to_size(batch.nodes) * batch.dimension;
    double worst = 0;
    batch.valid_until[i] = std::numeric_limits<double>::quiet_NaN();
    for (int k = 0; k < batch.outcomes[i].samples; ++k) {
        const std::size_t sample = i * samples + k, at = sample * width;
        bool on_either_side = false;
        for (const auto& [other, j] : others) {
            const std::size_t there = (j * samples + k) * width;
            const bool comparable =
                k < other.outcomes[j].samples && times.time(k) < impacts_differ_from(batch, i, other, j);
            if (comparable && is_at_impact(times.time(k), batch, i, other, j)) on_either_side = true;
            else if (!comparable) worst = 1;
            else
                worst = std::max(
                    worst, relative_difference(&batch.x[at], &batch.v[at], &other.x[there], &other.v[there], width));
        }
        const double bound = on_either_side ? 1.0 : std::min(1.0, rule.floor + safety * worst);
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
    return {{"level", r.level}, {"bits", 106},          {"safety", r.safety},
            {"nudge", r.nudge}, {"coarser", r.coarser}, {"most_evaluations", r.most_evaluations}};
}

}  // namespace

ErrorBoundRule::ErrorBoundRule(const Protocol& first_solution, std::optional<double> refine_level)
    : first(first_solution) {
    if (refine_level ? *refine_level > 0 : is_tight(first)) {
        refinement.emplace();
        refinement->level = refine_level.value_or(refinement->level);
    }
    // A loose first solution is compared with one that is far more accurate, and the difference is its error. No
    // solution in double is more accurate than a tight one: two others of another method, with other steps and with
    // initial states perturbed to opposite sides, show the effect of rounding and of the method.
    Protocol other = default_protocol();
    other.max_steps = std::max(other.max_steps, first.max_steps);
    if (!is_tight(first)) {
        others = {{other, nudge}};
        safety = fixed_step(first.method) ? 5 : 1.1;  // short steps may be as accurate
        return;
    }
    other.method = Method::fehlberg78;
    other.rtol = first.rtol;
    other.atol = first.atol;
    for (const auto& [stride, side] : {std::pair(0.7, 1.0), std::pair(0.85, -1.0)}) {
        other.stride = stride;
        others.push_back({other, side * nudge});
    }
    safety = 10;
}

void bound_by_other_solutions(const BatchSystems& systems, const std::vector<InitialState>& states, TimeGrid times,
                              const ErrorBoundRule& rule, TrajectoryBatch& batch) {
    const AtWork bounding(Work::bounding);
    std::vector<TrajectoryBatch> others;
    for (const OtherSolution& other : rule.others) {
        // Perturbed initial states show how much a motion amplifies errors of its initial state.
        std::vector<InitialState> nearby = states;
        for (InitialState& state : nearby) {
            const Nudge off(state, systems.like().dimension(), other.nudge);
            for (std::size_t i = 0; i < state.x.size(); ++i) {
                state.x[i] += off.x[i];
                state.v[i] += off.v[i];
            }
        }
        others.push_back(integrate(systems, nearby, times, other.protocol));
    }
    make_room_for_bounds(batch);
    for (std::size_t i = 0; i < states.size(); ++i) {
        std::vector<OneOf> same;
        for (const TrajectoryBatch& other : others) same.push_back({other, i});
        bound_trajectory(same, times, rule, rule.safety, i, batch);
    }
}

void bound_by_others(const BatchSystems& systems, const std::vector<InitialState>& states, TimeGrid times,
                     const ErrorBoundRule& rule, TrajectoryBatch& batch) {
    bound_by_other_solutions(systems, states, times, rule, batch);
    explain_energies(systems, states, times, rule, batch);
}

void add_error_bounds(const BatchSystems& systems, const std::vector<InitialState>& states, TimeGrid times,
                      const ErrorBoundRule& rule, TrajectoryBatch& batch) {
    bound_by_others(systems, states, times, rule, batch);
    if (rule.refinement) refine(systems, states, times, rule, batch);
}

std::string to_json(const Protocol& protocol, const ErrorBoundRule* rule) {
    auto json = nlohmann::ordered_json::parse(to_json(protocol));
    json["error_bound"] = "off";
    if (!rule) return json.dump(2);
    auto others = nlohmann::ordered_json::array();
    for (const auto& [other, moved] : rule->others)
        others.push_back({{"method", name(other.method)},
                          {"rtol", other.rtol},
                          {"atol", other.atol},
                          {"stride", other.stride},
                          {"nudge", moved}});
    json["error_bound"] = {{"others", others},
                           {"safety", rule->safety},
                           {"floor", rule->floor},
                           {"level", rule->level},
                           {"refine", refinement_json(*rule)}};
    return json.dump(2);
}

}  // namespace cchnn
