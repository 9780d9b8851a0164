#include "integrate/trajectory_source.hpp"

#include <memory>

#include "core/at_work.hpp"
#include "core/errors.hpp"
#include "core/number_text.hpp"
#include "core/option.hpp"
#include "core/stop.hpp"
#include "core/to_size.hpp"
#include "graph/body_graph.hpp"
#include "mechanics/base_motion.hpp"
#include "mechanics/singular_places.hpp"
#include "sample/draw_varied.hpp"
#include "sample/input_signals.hpp"
#include "spec/varied_values.hpp"

namespace cchnn {
namespace {

// How often one trajectory may be drawn again before the program gives up.
constexpr int most_rounds = 100;

// What to do about a contact after which the motion is not determined, or not followed.
const char* advice_on_contact(const Outcome& outcome) {
    if (outcome.reason != EndReason::closed_contact)
        return " s; the motion is not determined after it: give fewer samples";
    if (outcome.time == 0) return " s; move the bodies of the start apart";
    return " s; other closed contacts hold it as well: give fewer samples";
}

// Throws a NumericalError that names the trajectory, why and when it ended, and which option may help.
[[noreturn]] void give_up(const ConstrainedSystem& system, const std::vector<Contact>& contacts, const SampleKey& key,
                          const Outcome& outcome, const Protocol& protocol, bool may_draw_again) {
    const std::string drawn = key.attempt > 0 ? " (drawn " + std::to_string(key.attempt + 1) + " times)" : "";
    const bool kink = outcome.reason == EndReason::step_size_underflow && !BaseMotion(system).at_rest();
    const std::string advice =
        outcome.reason == EndReason::not_finite ? " s; use potentials that are finite there"
        : outcome.contact >= 0                  ? advice_on_contact(outcome)
        : outcome.reason == EndReason::singular ? " s; choose coordinates or starts that avoid this place"
        : kink                                  ? " s; use a displacement of Origins that is smooth there"
        : fixed_step(protocol.method)           ? " s; raise " + option("substeps")
                                                : " s; loosen " + option("rtol") + " or raise " + option("max-steps");
    throw NumericalError(
        system.name() + " " + name(key.split) + " trajectory " + std::to_string(key.trajectory) + drawn,
        (outcome.reason == EndReason::singular ? describe_singular_place(system) : describe(outcome.reason)) +
            (outcome.contact >= 0 ? " of '" + contacts.at(to_size(outcome.contact)).name + "'" : "") +
            " at t = " + short_number(outcome.time) + advice +
            (may_draw_again ? ", change its initial conditions, or draw failed ones again with " +
                                  option("on-failure") + " resample"
                            : " or change its initial conditions"));
}

std::vector<Contact> contacts_of(const SystemSpec& spec) {
    if (spec.contacts.empty()) return {};
    return resolved_contacts(spec.contacts, Bodies(spec.bodies, spec.dimension, spec.source));
}

// Owns the initial states of a block with their inputs and, in a family, the member systems. Each of them is given or
// depends on its SampleKey alone, so that a trajectory drawn anew leaves the others of the block as they are.
class Draws {
  public:
    Draws(const ConstrainedSystem& nominal, const Sampler& sampler, TimeGrid times, const GivenData* given,
          std::size_t count)
        : nominal_(nominal),
          sampler_(sampler),
          times_(times),
          given_(given),
          states_(count),
          contacts_(contacts_of(sampler.spec())),
          member_(family() ? sampler.spec() : SystemSpec()),
          members_(family() ? count : 0),
          contacts_of_members_(members_.size()),
          values_(members_.size()) {}

    void draw(std::size_t i, SampleKey& key) {
        const std::uint64_t row = key.trajectory + static_cast<std::uint64_t>(given_ ? given_->first : 0);
        if (given_states()) {
            states_[i] = given_->states.at(row);
        } else if (family()) {
            draw_member(i, key);
        } else {
            states_[i] = sampler_.draw(key);
        }
        if (given_inputs()) states_[i].u = given_->inputs.of(row);
        else states_[i].u = input_samples(sampler_.spec(), key, times_.dt, times_.samples);
    }
    bool given_states() const { return given_ && !given_->states.empty(); }
    BatchSystems systems() const {
        if (!family()) return BatchSystems(nominal_).with_contacts(contacts_);
        std::vector<const ConstrainedSystem*> members;
        std::vector<const std::vector<Contact>*> contacts;
        for (const auto& member : members_) members.push_back(member.get());
        for (const auto& of_member : contacts_of_members_) contacts.push_back(&of_member);
        return BatchSystems(nominal_, std::move(members)).with_contacts(std::move(contacts));
    }
    const std::vector<Contact>& contacts() const { return contacts_; }
    const std::vector<InitialState>& states() const { return states_; }
    // (count, varied properties); empty where there is no family.
    std::vector<double> parameters() const {
        std::vector<double> all;
        for (const auto& values : values_) all.insert(all.end(), values.begin(), values.end());
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
    bool given_inputs() const { return given_ && given_->inputs.rows > 0; }
    bool family() const { return !sampler_.spec().varied.empty(); }
    // Draws the numbers of a member, then its state. Only its mechanics are kept: a block has thousands of members.
    void draw_member(std::size_t i, SampleKey& key) {
        values_[i] = draw_varied(sampler_.spec(), key);
        set_values(member_, values_[i]);
        const BodyGraph graph(member_, leaves_no_problems(member_.varied, values_[i]));
        members_[i] = std::make_shared<const ConstrainedSystem>(member_, graph, nominal_);
        contacts_of_members_[i] = graph.contacts();
        states_[i] = Sampler(member_, graph, *members_[i]).draw(key);
    }

    const ConstrainedSystem& nominal_;
    const Sampler& sampler_;
    const TimeGrid times_;
    const GivenData* given_;
    std::vector<InitialState> states_;
    const std::vector<Contact> contacts_;  // with the nominal numbers of a family
    SystemSpec member_;                    // of a family: that of the last member drawn
    std::vector<std::shared_ptr<const ConstrainedSystem>> members_;
    std::vector<std::vector<Contact>> contacts_of_members_;
    std::vector<std::vector<double>> values_;  // of each member
};

// The states with the indices `wanted`, in their order.
std::vector<InitialState> some_of(const std::vector<InitialState>& states, const std::vector<int>& wanted) {
    std::vector<InitialState> some;
    for (int i : wanted) some.push_back(states[i]);
    return some;
}

void draw_all(const std::vector<int>& which, std::vector<SampleKey>& keys, Draws& draws) {
    const AtWork sampling(Work::sampling);
    for (int i : which) {
        throw_if_stopped();
        draws.draw(i, keys[i]);
    }
}

}  // namespace

DrawnBatch drawn_trajectories(const ConstrainedSystem& system, const Sampler& sampler, std::uint64_t seed, Split split,
                              std::uint64_t first, std::uint64_t count, TimeGrid times, const Protocol& protocol,
                              bool draw_again, const ErrorBoundRule* bound, const GivenData* given, Refine when) {
    std::vector<SampleKey> keys;
    std::vector<int> open;  // trajectories of the block still to be integrated
    for (std::uint64_t i = 0; i < count; ++i) {
        keys.push_back({seed, split, first + i, 0});
        open.push_back(static_cast<int>(i));
    }
    Draws draws(system, sampler, times, given, keys.size());
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
            const bool fixed = draws.given_states() || !sampler.draws_at_random();
            if (!draw_again || fixed || round == most_rounds)
                give_up(system, draws.contacts(), key, outcome, protocol, !draw_again && !fixed);
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
