#include "integrate/trajectory_source.hpp"

#include <algorithm>

#include "core/errors.hpp"
#include "core/number_text.hpp"
#include "core/to_size.hpp"
#include "sample/system_member.hpp"

namespace cchnn {
namespace {

constexpr int most_rounds = 100;

[[noreturn]] void give_up(const ConstrainedSystem& system, const SampleKey& key, const Outcome& outcome,
                          const Protocol& protocol, bool may_draw_again) {
    const std::string drawn = key.attempt > 0 ? " (drawn " + std::to_string(key.attempt + 1) + " times)" : "";
    throw NumericalError(
        system.name() + " " + name(key.split) + " trajectory " + std::to_string(key.trajectory) + drawn,
        std::string(describe(outcome.reason)) + " at t = " + short_number(outcome.time) +
            (symplectic(protocol.method) ? " s; raise --substeps" : " s; loosen --rtol or raise --max-steps") +
            (may_draw_again ? ", change its initial conditions, or draw failed ones again with --on-failure resample"
                            : " or change its initial conditions"));
}

// One trajectory whose system has its own numbers: states drawn and integrated until one succeeds.
void integrate_member(const ConstrainedSystem& nominal, const Sampler& sampler, SampleKey& key, TimeGrid times,
                      const Protocol& protocol, bool draw_again, const ErrorBoundRule* bound, int at,
                      DrawnBatch& result) {
    for (int round = 0;; ++round, ++key.attempt) {
        const SystemMember member(sampler.spec(), nominal, draw_varied(sampler.spec(), key));
        const InitialState state = member.sampler.draw(key);
        TrajectoryBatch single = integrate(member.system, {state}, times, protocol);
        if (bound && single.outcomes[0].reason == EndReason::completed)
            add_error_bounds(member.system, {state}, times, *bound, single);
        copy_trajectory(single, 0, result.batch, at);
        std::copy(member.values.begin(), member.values.end(),
                  result.batch.parameters.begin() + static_cast<long>(to_size(at) * member.values.size()));
        const Outcome& outcome = single.outcomes[0];
        if (outcome.reason == EndReason::completed) return;
        const bool given = sampler.given_count() >= 0;
        if (!draw_again || given || round == most_rounds)
            give_up(nominal, key, outcome, protocol, !draw_again && !given);
        ++result.failures[describe(outcome.reason)];
    }
}

DrawnBatch drawn_members(const ConstrainedSystem& nominal, const Sampler& sampler, std::vector<SampleKey>& keys,
                         TimeGrid times, const Protocol& protocol, bool draw_again, const ErrorBoundRule* bound) {
    DrawnBatch result;
    result.batch = empty_batch(nominal, keys.size(), times);
    if (bound) {
        result.batch.error_bound.resize(result.batch.energy.size());
        result.batch.valid_until.resize(keys.size());
    }
    result.batch.parameters.resize(keys.size() * sampler.spec().varied.size());
    for (std::size_t i = 0; i < keys.size(); ++i)
        integrate_member(nominal, sampler, keys[i], times, protocol, draw_again, bound, static_cast<int>(i), result);
    return result;
}

}  // namespace

DrawnBatch drawn_trajectories(const ConstrainedSystem& system, const Sampler& sampler, std::uint64_t seed, Split split,
                              std::uint64_t first, std::uint64_t count, TimeGrid times, const Protocol& protocol,
                              bool draw_again, const ErrorBoundRule* bound) {
    std::vector<SampleKey> keys;
    std::vector<int> open;  // trajectories of the block still to be integrated
    for (std::uint64_t i = 0; i < count; ++i) {
        keys.push_back({seed, split, first + i, 0});
        open.push_back(static_cast<int>(i));
    }
    std::vector<InitialState> kept(count);  // the last one drawn of each
    DrawnBatch result;
    if (!sampler.spec().varied.empty()) {
        result = drawn_members(system, sampler, keys, times, protocol, draw_again, bound);
        open.clear();
    }
    for (int round = 0; !open.empty(); ++round) {
        std::vector<InitialState> states;
        for (int i : open) states.push_back(sampler.draw(keys[to_size(i)]));
        TrajectoryBatch batch = integrate(system, states, times, protocol);
        std::vector<int> failed;
        for (std::size_t k = 0; k < open.size(); ++k) {
            kept[to_size(open[k])] = std::move(states[k]);
            if (round > 0) copy_trajectory(batch, static_cast<int>(k), result.batch, open[k]);
            const Outcome& outcome = batch.outcomes[k];
            if (outcome.reason == EndReason::completed) continue;
            SampleKey& key = keys[to_size(open[k])];
            const bool given = sampler.given_count() >= 0;
            if (!draw_again || given || round == most_rounds)
                give_up(system, key, outcome, protocol, !draw_again && !given);
            ++result.failures[describe(outcome.reason)];
            ++key.attempt;
            failed.push_back(open[k]);
        }
        if (round == 0) result.batch = std::move(batch);
        open = std::move(failed);
    }
    result.batch.first = first;
    if (bound && sampler.spec().varied.empty()) add_error_bounds(system, kept, times, *bound, result.batch);
    for (const SampleKey& key : keys) result.redrawn += key.attempt > 0;
    return result;
}

}  // namespace cchnn
