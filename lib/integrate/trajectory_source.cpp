#include "integrate/trajectory_source.hpp"

#include <memory>

#include "core/at_work.hpp"
#include "core/errors.hpp"
#include "core/number_text.hpp"
#include "core/option.hpp"
#include "core/stop.hpp"
#include "core/to_size.hpp"
#include "model/compiled_system.hpp"
#include "sample/draw_varied.hpp"
#include "sample/input_signals.hpp"

namespace cchnn {
namespace {

constexpr int most_rounds = 100;

[[noreturn]] void give_up(const ConstrainedSystem& system, const SampleKey& key, const Outcome& outcome,
                          const Protocol& protocol, bool may_draw_again) {
    const std::string drawn = key.attempt > 0 ? " (drawn " + std::to_string(key.attempt + 1) + " times)" : "";
    const std::string advice = outcome.reason == EndReason::not_finite ? " s; use potentials that are finite there"
                               : fixed_step(protocol.method)
                                   ? " s; raise " + option("substeps")
                                   : " s; loosen " + option("rtol") + " or raise " + option("max-steps");
    throw NumericalError(
        system.name() + " " + name(key.split) + " trajectory " + std::to_string(key.trajectory) + drawn,
        std::string(describe(outcome.reason)) + " at t = " + short_number(outcome.time) + advice +
            (may_draw_again ? ", change its initial conditions, or draw failed ones again with " +
                                  option("on-failure") + " resample"
                            : " or change its initial conditions"));
}

// The initial states of a block with their inputs and, in a family, the member systems that it owns; each is a function of its SampleKey.
class Draws {
  public:
    Draws(const ConstrainedSystem& nominal, const Sampler& sampler, TimeGrid times, const GivenStarts* starts,
          std::size_t count)
        : nominal_(nominal),
          sampler_(sampler),
          times_(times),
          starts_(starts),
          states_(count),
          members_(family() ? count : 0) {}

    void draw(std::size_t i, SampleKey& key) {
        if (starts_) {
            states_[i] = starts_->states.at(starts_->first + key.trajectory);
        } else if (family()) {
            members_[i] =
                std::make_shared<const CompiledSystem>(sampler_.spec(), nominal_, draw_varied(sampler_.spec(), key));
            states_[i] = members_[i]->sampler.draw(key);
        } else {
            states_[i] = sampler_.draw(key);
        }
        if (!starts_ || states_[i].u.empty())
            states_[i].u = input_samples(sampler_.spec(), key, times_.dt, times_.samples);
    }
    BatchSystems systems() const {
        if (!family()) return nominal_;
        std::vector<const ConstrainedSystem*> members;
        for (const auto& member : members_) members.push_back(&member->system);
        return {nominal_, std::move(members)};
    }
    const std::vector<InitialState>& states() const { return states_; }
    // (count, varied properties); empty where there is no family.
    std::vector<double> parameters() const {
        std::vector<double> all;
        for (const auto& member : members_) all.insert(all.end(), member->values.begin(), member->values.end());
        return all;
    }
    // What is left to refine, or null.
    std::shared_ptr<const AwaitingRefinement> awaiting(const TrajectoryBatch& batch, const ErrorBoundRule& rule) const {
        auto awaiting = std::make_shared<AwaitingRefinement>();
        for (int i = 0; i < batch.count; ++i) {
            if (!awaits_refinement(batch, i, rule)) continue;
            awaiting->trajectories.push_back(i);
            awaiting->states.push_back(states_[i]);
            if (family()) awaiting->members.push_back(members_[i]);
        }
        return awaiting->trajectories.empty() ? nullptr : awaiting;
    }

  private:
    bool family() const { return !sampler_.spec().varied.empty(); }

    const ConstrainedSystem& nominal_;
    const Sampler& sampler_;
    const TimeGrid times_;
    const GivenStarts* starts_;
    std::vector<InitialState> states_;
    std::vector<std::shared_ptr<const CompiledSystem>> members_;
};

std::vector<InitialState> some_of(const std::vector<InitialState>& states, const std::vector<int>& wanted) {
    std::vector<InitialState> some;
    for (int i : wanted) some.push_back(states[i]);
    return some;
}

void draw_all(const std::vector<int>& which, std::vector<SampleKey>& keys, Draws& draws) {
    const AtWork sampling(Work::sampling);
    for (int i : which) {
        throw_if_stopped();
        draws.draw(to_size(i), keys[i]);
    }
}

}  // namespace

DrawnBatch drawn_trajectories(const ConstrainedSystem& system, const Sampler& sampler, std::uint64_t seed, Split split,
                              std::uint64_t first, std::uint64_t count, TimeGrid times, const Protocol& protocol,
                              bool draw_again, const ErrorBoundRule* bound, const GivenStarts* starts, Refine when) {
    std::vector<SampleKey> keys;
    std::vector<int> open;  // trajectories of the block still to be integrated
    for (std::uint64_t i = 0; i < count; ++i) {
        keys.push_back({seed, split, first + i, 0});
        open.push_back(static_cast<int>(i));
    }
    Draws draws(system, sampler, times, starts, keys.size());
    DrawnBatch result;
    for (int round = 0; !open.empty(); ++round) {
        draw_all(open, keys, draws);
        const BatchSystems all = draws.systems();
        TrajectoryBatch batch = round == 0 ? integrate(all, draws.states(), times, protocol)
                                           : integrate(all.only(open), some_of(draws.states(), open), times, protocol);
        std::vector<int> failed;
        for (std::size_t k = 0; k < open.size(); ++k) {
            if (round > 0) copy_trajectory(batch, static_cast<int>(k), result.batch, open[k]);
            const Outcome& outcome = batch.outcomes[k];
            if (outcome.reason == EndReason::completed) continue;
            SampleKey& key = keys[open[k]];
            const bool given = starts || sampler.given_count() >= 0;
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
    result.batch.parameters = draws.parameters();
    if (bound) bound_by_others(draws.systems(), draws.states(), times, *bound, result.batch);
    if (bound && when == Refine::later) result.awaiting = draws.awaiting(result.batch, *bound);
    else if (bound && bound->refinement) refine(draws.systems(), draws.states(), times, *bound, result.batch);
    for (const SampleKey& key : keys) result.redrawn += key.attempt > 0;
    return result;
}

}  // namespace cchnn
