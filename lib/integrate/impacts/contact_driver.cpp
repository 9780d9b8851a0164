#include "integrate/impacts/contact_driver.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <memory>
#include <numeric>

#include "core/errors.hpp"
#include "core/option.hpp"
#include "core/to_size.hpp"
#include "graph/body_graph.hpp"
#include "integrate/impacts/closed_contacts.hpp"
#include "integrate/impacts/impact_search.hpp"
#include "integrate/impacts/lone_motion.hpp"
#include "integrate/trajectory_arrays.hpp"
#include "mechanics/base_motion.hpp"

namespace cchnn {
namespace {

constexpr double no_number = std::numeric_limits<double>::quiet_NaN();
// Of these steps those that find the step size, and those between two samples.
constexpr double first_steps = 2, most_interval_steps = (most_stretch_steps - first_steps) / 2;
// Openings of closed contacts between two samples, beyond which a push is rounding.
constexpr int most_switches = 100;

bool by_integration(const TrajectoryArray& array) {
    return array.from == TrajectoryArray::From::integration && array.each_sample;
}

class ContactDriver {
  public:
    ContactDriver(const BatchSystems& systems, const std::vector<InitialState>& states, TimeGrid times,
                  const Protocol& protocol, std::vector<std::vector<PassedImpact>>* passed)
        : setting_{systems, states, systems.contacts(0), gaps_of(systems.contacts(0), systems.like()), times, protocol},
          out_(empty_batch(systems.like(), states.size(), times)),
          passed_(passed) {
        if (passed) passed->assign(states.size(), {});
        followers_.reserve(states.size());
        for (std::size_t i = 0; i < states.size(); ++i) {
            followers_.push_back({i, states[i], ClosedContacts(setting_.gaps, setting_.contacts, times.dt),
                                  std::vector<double>(setting_.gaps.size(), no_number)});
            next_.push_back(&followers_.back());
        }
    }

    TrajectoryBatch run() {
        while (!next_.empty()) {
            std::map<int, std::vector<ContactFollower*>> alike;
            for (ContactFollower* const one : next_) alike[one->ahead].push_back(one);
            next_.clear();
            for (const auto& [ahead, some] : alike) {
                if (ahead != ContactFollower::alone) go_together(some);
                else
                    for (ContactFollower* const one : some) follow(*one);
            }
        }
        return std::move(out_);
    }

  private:
    std::array<std::vector<double>*, 5> event_arrays() {
        return {&out_.impact_time, &out_.impact_contact, &out_.impact_speed, &out_.impact_impulse, &out_.impact_loss};
    }

    // Those that look as far ahead share lanes: half an interval between samples twice, or several intervals.
    void go_together(const std::vector<ContactFollower*>& some) {
        const int ahead = some.front()->ahead;
        const double dt = setting_.times.dt;
        const TimeGrid part = ahead == 0 ? TimeGrid{dt / 2, 3} : TimeGrid{dt, ahead + 1};
        std::vector<int> which;
        std::vector<InitialState> starts;
        for (const ContactFollower* const follower : some) {
            which.push_back(static_cast<int>(follower->index));
            starts.push_back(follower->state);
            setting_.drive(starts.back(), follower->index, follower->sample, 0, part);
        }
        const TrajectoryBatch all =
            integrate_smoothly(setting_.systems.only(which), starts, part, setting_.protocol, SeenFrom::origins);
        out_.lane_steps += all.lane_steps;
        out_.busy_lane_steps += all.busy_lane_steps;
        for (std::size_t j = 0; j < some.size(); ++j) go_on(*some[j], all, j, part);
    }

    // Takes what is clear of a stretch.
    void go_on(ContactFollower& follower, const TrajectoryBatch& all, std::size_t j, TimeGrid part) {
        if (!follower.begun && !begin(follower, {all, j, 0})) return;
        if (setting_.times.samples == 1) return go_further(follower, 0);
        if (follower.closed.any()) return follow(follower);
        const ConstrainedSystem& system = setting_.systems.of(follower.index);
        const int ahead = follower.ahead, whole = std::max(1, ahead), each = ahead == 0 ? 2 : 1;
        follower.accepted += all.outcomes[j].accepted;
        follower.rejected += all.outcomes[j].rejected;
        const double steps = static_cast<double>(all.outcomes[j].accepted);
        // Two intervals have as many steps as a stretch may have, and more have as many in the mean: a motion that turns faster
        // for a short while shows it in the rates of gaps.
        const bool seen = all.outcomes[j].reason == EndReason::completed &&
                          steps <= std::max(2, ahead) * most_interval_steps + first_steps;
        const int passed = seen ? clear_samples(all, j, part) / each : 0;
        follower.rate = steps / whole;
        // Half an interval is one sample of two.
        copy(follower, {all, j, to_size(each)}, follower.sample + 1, passed);
        for (int s = 1; s <= passed; ++s) {
            const BatchSample place{all, j, to_size(s * each)};
            sum_up(follower, follower.sample + s, follower.lost + place.dissipated(system),
                   follower.work + place.work());
        }
        if (passed > 0) follower.add({all, j, to_size(passed * each)}, system);
        follower.sample += passed;
        if (passed == 0 && ahead == 0) return follow(follower);
        go_further(follower, passed == whole ? 2 * whole : 0);
    }

    // Keeps a trajectory that is not over for the next round, in which it looks so many samples ahead.
    void go_further(ContactFollower& follower, int ahead) {
        const int left = setting_.times.samples - 1 - follower.sample;
        if (left <= 0)
            return end(follower, EndReason::completed, setting_.times.samples,
                       setting_.times.time(setting_.times.samples - 1));
        follower.since = 0;
        // Stretches of three samples, without a held input that changes in their middle.
        if (setting_.driven() || follower.rate > most_interval_steps) ahead = 0;
        ahead = std::min({ahead, ContactFollower::most_ahead, left}) / 2 * 2;
        follower.ahead = follower.closed.any() ? ContactFollower::alone : ahead;
        next_.push_back(&follower);
    }

    // The sample at the start, as it was given. Contacts that touch and are at rest there stay closed or leave; others close
    // or open at once.
    bool begin(ContactFollower& follower, const BatchSample& place) {
        copy(follower, place, 0, 1);
        sum_up(follower, 0, 0, 0);
        follower.begun = true;
        const ConstrainedSystem& system = setting_.systems.of(follower.index);
        const std::vector<Gap> gaps = setting_.gaps_at(place);
        InitialState start = follower.state;
        start.s = place.state(system).s;
        setting_.drive(start, follower.index, 0, 0);
        ClosedContacts::Set still(gaps.size(), 0);
        int undetermined = -1;
        for (std::size_t c = 0; c < gaps.size(); ++c) {
            follower.closed.grow(c, gaps[c].scale);
            const double near = lowest_bounce * gap_zone(gaps[c]);
            if (gaps[c].value > near) continue;
            still[c] = is_still(setting_.gaps[c].function, start, system.dimension());
            if (gaps[c].value < -near) undetermined = static_cast<int>(c);
        }
        if (std::count(still.begin(), still.end(), 1) > 0 && undetermined < 0) {
            follower.state = start;
            undetermined = follower.closed.settle(system, start, still);
            for (std::size_t c = 0; c < gaps.size() && undetermined < 0; ++c)
                if (still[c] && bounces_unpressed(follower, c)) undetermined = static_cast<int>(c);
        }
        if (undetermined < 0) return true;
        end(follower, EndReason::closed_contact, 1, 0, setting_.gaps[to_size(undetermined)].contact);
        return false;
    }

    // Whether a contact with e > 0 touches without a push, as balls of a cradle at rest: impacts pass through it, and which
    // velocities they leave is not determined.
    bool bounces_unpressed(ContactFollower& follower, std::size_t c) const {
        if (restitution(follower, c) == 0) return false;
        const ConstrainedSystem& system = setting_.systems.of(follower.index);
        const Gap push = follower.closed.push(system, follower.closed.closed(), c, follower.state);
        return std::abs(push.value) <= gap_zone(push);
    }

    // Up to which sample of a stretch no contact closes, by parts of three samples.
    int clear_samples(const TrajectoryBatch& all, std::size_t j, TimeGrid part) const {
        std::array<std::vector<Gap>, 3> gaps;
        setting_.gaps_at({all, j, 0}, gaps[2]);
        for (int s = 0; s + 2 < part.samples; s += 2) {
            gaps[0].swap(gaps[2]);
            for (const int half : {1, 2}) {
                const BatchSample place{all, j, to_size(s + half)};
                setting_.gaps_at(place, gaps[to_size(half)]);
                setting_.see_way_to(place, part.dt, gaps[to_size(half)]);
            }
            for (std::size_t c = 0; c < gaps[0].size(); ++c)
                if (examine(gaps[0][c], gaps[1][c], gaps[2][c], 2 * part.dt).kind != GapStretch::Kind::clear) return s;
        }
        return part.samples - 1;
    }

    // What ends a trajectory, if anything does, and the contact with which it ends.
    struct After {
        EndReason reason = EndReason::completed;
        int contact = -1;  // index of its gap
    };

    // Follows a trajectory alone through its impacts before its next sample.
    void follow(ContactFollower& follower) {
        const int k = follower.sample + 1;
        const double span = setting_.times.time(k) - setting_.times.time(k - 1);
        if (const int undetermined = switch_inputs(follower); undetermined >= 0) {
            end(follower, EndReason::closed_contact, k, setting_.times.time(k - 1),
                setting_.gaps[to_size(undetermined)].contact);
            return;
        }
        LoneMotion motion(setting_, follower);
        double done = 0;
        int switches = 0;  // of closed contacts that open
        for (long impacts = 0; impacts <= setting_.protocol.max_steps; ++impacts) {
            const FirstImpact first = move_to_first_impact(motion, std::max(span - done, 0x1p-60 * span), span);
            if (first.kind == FirstImpact::Kind::none) {
                copy(follower, motion.last(), k, 1);
                sum_up(follower, k, follower.lost, follower.work);
                follower.sample = k;
                return go_further(follower, 0);
            }
            done += first.time;
            const double time = setting_.times.time(k - 1) + done;
            After after{EndReason::grazing, first.contact};
            const bool is_event = first.kind == FirstImpact::Kind::impact;
            const ClosedContacts::Touch touch = motion.touch_before(first.contact);
            const bool switched = is_event && touch != ClosedContacts::Touch::open;
            if (switched && ++switches > most_switches) after = {EndReason::closed_contact, first.contact};
            else if (is_event) after = change(follower, touch, first.contact, time);
            else if (first.kind == FirstImpact::Kind::lost) after = {motion.why_lost()};
            if (after.reason != EndReason::completed) {
                end(follower, after.reason, k, time,
                    after.contact < 0 ? -1 : setting_.gaps[to_size(after.contact)].contact);
                return;
            }
            motion.see();
        }
        end(follower, EndReason::too_many_steps, k, setting_.times.time(k - 1) + done);
    }

    // Inputs that are held change at samples, and with them the pushes of contacts, each of which then stays closed or leaves.
    // Returns -1, or a contact of which this is not determined.
    int switch_inputs(ContactFollower& follower) const {
        if (!setting_.driven() || !follower.closed.any()) return -1;
        setting_.drive(follower.state, follower.index, follower.sample, follower.since);
        return follower.closed.settle(setting_.systems.of(follower.index), follower.state, follower.closed.touching());
    }

    // What a gap or push that became 0 leads to. A contact that was leaving may be open at its place by now.
    After change(ContactFollower& follower, ClosedContacts::Touch touch, int first, double time) {
        using Touch = ClosedContacts::Touch;
        const std::size_t c = to_size(first);
        switch (touch) {
            case Touch::open: return collide(follower, first, time);
            case Touch::closed: follower.closed.set(c, Touch::leaving); return {};
            case Touch::leaving: break;
        }
        const Gap gap = setting_.gaps_at(follower.state)[c];
        if (gap.value <= gap_zone(gap)) return {EndReason::grazing, first};
        follower.closed.set(c, Touch::open);
        return {};
    }

    // The impact of one contact, with others that close at the same time if no impulse acts on another one. Contacts that
    // are closed stay so unless the impact opens them.
    After collide(ContactFollower& follower, int first, double time) {
        using Touch = ClosedContacts::Touch;
        const ConstrainedSystem& system = setting_.systems.of(follower.index);
        const std::vector<Gap> gaps = setting_.gaps_at(follower.state);
        const ClosedContacts::Set before = follower.closed.closed();
        std::vector<std::size_t> touching, closing;
        for (std::size_t c = 0; c < gaps.size(); ++c) {
            if (before[c] || (static_cast<int>(c) != first && gaps[c].value > gap_zone(gaps[c]))) continue;
            touching.push_back(c);
            if (closes(gaps, c, first)) closing.push_back(c);
        }
        ClosedContacts::Set held = follower.closed.pressed(system, before, closing, follower.state);
        std::vector<ImpactLaw::Direction> directions;
        for (const std::size_t c : touching) directions.push_back(direction(follower, held, c));
        // Rounding of n P M^-1 n^T, relative to the sizes of both.
        constexpr double independent = 1e-12;
        for (std::size_t i = 0; i < touching.size(); ++i)
            for (std::size_t j = 0; j < touching.size(); ++j) {
                if (i == j || !closes(gaps, touching[i], first)) continue;
                const double acts = std::inner_product(directions[j].n.begin(), directions[j].n.end(),
                                                       directions[i].change.begin(), 0.0);
                if (std::abs(acts) <= independent * std::sqrt(directions[i].mu * directions[j].mu)) continue;
                const double after = gaps[touching[j]].rate - (1 + restitution(follower, touching[i])) *
                                                                  gaps[touching[i]].rate * acts / directions[i].mu;
                if (closes(gaps, touching[j], first) || after <= 0) return {EndReason::simultaneous_impacts, first};
                follower.closed.set(touching[j], Touch::open);
            }
        for (std::size_t c = 0; c < before.size(); ++c)
            if (before[c] && !held[c]) follower.closed.set(c, Touch::open);
        for (std::size_t i = 0; i < touching.size(); ++i) {
            const std::size_t c = touching[i];
            if (!closes(gaps, c, first)) continue;
            const bool rests = comes_to_rest(follower, held, c, gaps[c], time);
            apply(follower, c, gaps[c], directions[i], rests ? 0 : restitution(follower, c), time);
            held[c] = rests;
        }
        for (std::size_t c = 0; c < before.size(); ++c) {
            if (!before[c] || held[c]) continue;
            const Gap opens = setting_.gaps_at(follower.state)[c];
            if (opens.rate <= 0) return {EndReason::simultaneous_impacts, static_cast<int>(c)};
            held[c] = fall_back(follower, held, c, opens, time);
        }
        const int undetermined = follower.closed.settle(system, follower.state, held);
        if (undetermined >= 0) return {EndReason::closed_contact, undetermined};
        return {};
    }
    ImpactLaw::Direction direction(ContactFollower& follower, const ClosedContacts::Set& held, std::size_t contact) {
        const ConstrainedSystem& system = setting_.systems.of(follower.index);
        if (&follower.closed.system(system, held) != &system)
            return follower.closed.direction(system, held, contact, follower.state);
        return law_of(system).direction(follower.state, setting_.gaps[contact].function);
    }
    // Whether the gap closes for good: with e = 0, or where the next flight would be too low.
    bool comes_to_rest(ContactFollower& follower, const ClosedContacts::Set& held, std::size_t contact, const Gap& gap,
                       double time) {
        const double e = restitution(follower, contact);
        const double since = time - follower.last_closed[contact];  // NaN before the second impact
        follower.closed.grow(contact, gap.scale);
        const bool rests = e == 0 || (e < 1 && falls_at_once(follower, held, contact, -e * gap.rate));
        follower.closed.grow(contact, -gap.rate * since / 4);
        return rests;
    }
    // Whether a push would end a flight that begins with this rate before it rises by the lowest bounce, rate^2 / (2 push) of
    // a constant push. A gap is known to the rounding of the largest numbers that it came from, also where its own scale is 0.
    bool falls_at_once(ContactFollower& follower, const ClosedContacts::Set& held, std::size_t contact, double rate) {
        // A push that would move a gap by more than this many of its sizes in an interval between samples is not looked at.
        constexpr double fastest = 1e6;
        const double size = follower.closed.size(contact), lowest = lowest_bounce * gap_zone({0, 0, size});
        const double least_push = rate * rate / (2 * lowest);
        if (least_push > fastest * size / (setting_.times.dt * setting_.times.dt)) return false;
        return follower.closed.push(setting_.systems.of(follower.index), held, contact, follower.state).value >
               least_push;
    }
    // Where the impact of another contact opened one for such a flight: it falls back with the same speed, and rests.
    bool fall_back(ContactFollower& follower, const ClosedContacts::Set& held, std::size_t contact, const Gap& gap,
                   double time) {
        if (restitution(follower, contact) == 1 || !falls_at_once(follower, held, contact, gap.rate)) return false;
        const ImpactLaw::Direction down = direction(follower, held, contact);
        for (std::size_t i = 0; i < follower.state.v.size(); ++i)
            follower.state.v[i] -= 2 * gap.rate / down.mu * down.change[i];
        apply(follower, contact, {gap.value, -gap.rate, gap.scale}, down, 0, time);
        return true;
    }
    // Makes one for each system, as trajectories of a family come in turns.
    ImpactLaw& law_of(const ConstrainedSystem& system) {
        if (law_system_ != &system) law_ = std::make_unique<ImpactLaw>(system);
        law_system_ = &system;
        return *law_;
    }
    static bool closes(const std::vector<Gap>& gaps, std::size_t contact, int first) {
        return static_cast<int>(contact) == first || gaps[contact].rate < 0;
    }
    // Of the contact with this gap, which a family draws for each trajectory.
    double restitution(const ContactFollower& follower, std::size_t gap) const {
        return setting_.systems.contacts(follower.index)[to_size(setting_.gaps[gap].contact)].restitution;
    }

    // (2) and (3) of contact_gaps.hpp.
    void apply(ContactFollower& follower, std::size_t contact, const Gap& gap, const ImpactLaw::Direction& direction,
               double e, double time) {
        const double impulse = -(1 + e) * gap.rate / direction.mu;
        const double loss = (1 - e * e) * gap.rate * gap.rate / (2 * direction.mu);
        if (passed_) (*passed_)[follower.index].push_back({time, contact, e, follower.state, {}});
        for (std::size_t i = 0; i < follower.state.v.size(); ++i) follower.state.v[i] += impulse * direction.change[i];
        if (passed_) (*passed_)[follower.index].back().v_after = follower.state.v;
        follower.lost += loss;
        store(follower, {time, static_cast<double>(setting_.gaps[contact].contact), -gap.rate, impulse, loss});
        follower.last_closed[contact] = time;
    }

    void store(ContactFollower& follower, const std::array<double, 5>& event) {
        out_.impact_count[follower.index] += 1;
        const std::size_t at = follower.impacts++;
        if (at >= stored_impacts) return;
        const auto arrays = event_arrays();
        for (std::size_t a = 0; a < arrays.size(); ++a) (*arrays[a])[follower.index * stored_impacts + at] = event[a];
    }
    // From sample k on, of consecutive samples of a batch.
    void copy(const ContactFollower& follower, const BatchSample& place, int k, int count) {
        const std::size_t to = follower.index * to_size(out_.samples) + to_size(k), from = place.index();
        const auto rows = [&](const std::vector<double>& source, std::size_t row, std::size_t width,
                              std::vector<double>& out) {
            std::copy_n(source.begin() + static_cast<long>(row * width), to_size(count) * width,
                        out.begin() + static_cast<long>(to * width));
        };
        for (const TrajectoryArray& array : trajectory_arrays) {
            const std::vector<double>& source = place.batch.*array.values;
            if (!by_integration(array) || source.empty()) continue;
            rows(source, from, source.size() / (place.batch.outcomes.size() * to_size(place.batch.samples)),
                 out_.*array.values);
        }
        if (setting_.driven())
            rows(setting_.starts[follower.index].u, to_size(k), setting_.systems.like().inputs().size(), out_.u);
    }
    // The energy that was lost, and the work of inputs, until sample k in J.
    void sum_up(const ContactFollower& follower, int k, double lost, double work) {
        const std::size_t to = follower.index * to_size(out_.samples) + to_size(k);
        out_.dissipated[to] = lost;
        if (setting_.driven()) out_.work[to] = work;
    }
    void end(const ContactFollower& follower, EndReason reason, int samples, double time, int contact = -1) {
        Outcome& outcome = out_.outcomes[follower.index];
        outcome = {reason, samples, time, follower.accepted, follower.rejected};
        outcome.contact = contact;
    }

    ContactSetting setting_;
    TrajectoryBatch out_;
    std::vector<std::vector<PassedImpact>>* const passed_;
    std::vector<ContactFollower> followers_;
    std::vector<ContactFollower*> next_;  // those that are not over
    std::unique_ptr<ImpactLaw> law_;
    const ConstrainedSystem* law_system_ = nullptr;  // that of law_
};

}  // namespace

void refuse_contacts(const ConstrainedSystem& system, const std::string& what) {
    if (has_contacts(system))
        throw SpecError(system.name(), "has contacts, which " + what +
                                           " cannot follow; remove 'contacts', or use generate, rollout and verify");
}

void require_contacts(const BatchSystems& systems) {
    if (!systems.has_contacts()) refuse_contacts(systems.like(), "this computation");
}

std::string closed_contact_in(const BodyGraph& graph, const ConstrainedSystem& system, const InitialState& state,
                              const std::string& length_unit) {
    if (graph.contacts().empty()) return "";
    Protocol first_step = default_protocol();
    first_step.max_steps = 1;
    const BatchSystems systems = BatchSystems(system).with_contacts(graph.contacts());
    const TrajectoryBatch start = integrate_with_contacts(systems, {state}, {1, 1}, first_step);
    if (start.outcomes[0].reason != EndReason::closed_contact) return "";
    InitialState seen = state;
    BaseMotion(system).shift(state.t, -1, seen.x, seen.v);
    const int which = start.outcomes[0].contact;
    const Contact& contact = graph.contacts()[to_size(which)];
    if (!is_stop(contact.shape)) return "contact '" + contact.name + "' is closed";
    const std::string unit = contact.stop.angle ? " rad" : " " + length_unit;
    std::string text;
    for (const ContactGap& one : gaps_of(graph.contacts(), system)) {
        const Gap gap = one.function.at(seen);
        if (one.contact != which || gap.value > lowest_bounce * gap_zone(gap)) continue;
        const std::string at = short_number(one.function.way(gap)) + unit;
        text = "'" + contact.name + "' is at " + at + ", not within its limits, " +
               limits_text(contact.stop.low, contact.stop.high, unit);
        if (gap.value >= -lowest_bounce * gap_zone(gap)) text = "'" + contact.name + "' starts on its limit, " + at;
    }
    return text;
}

std::optional<double> refinement_level(const ConstrainedSystem& system, std::optional<double> asked) {
    if (!has_contacts(system)) return asked;
    if (asked.value_or(0) > 0)
        throw UsageError(option("refine"), "solutions in double-double arithmetic do not follow the contacts of " +
                                               system.name() + ": remove it");
    return 0;
}

TrajectoryBatch integrate_with_contacts(const BatchSystems& systems, const std::vector<InitialState>& states,
                                        TimeGrid times, const Protocol& protocol,
                                        std::vector<std::vector<PassedImpact>>* passed) {
    return run_seen_from_origins(systems, states, times, [&](const std::vector<InitialState>& seen) {
        return ContactDriver(systems, seen, times, protocol, passed).run();
    });
}

}  // namespace cchnn
