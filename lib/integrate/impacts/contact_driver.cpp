#include "integrate/impacts/contact_driver.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>
#include <numeric>

#include "core/errors.hpp"
#include "core/option.hpp"
#include "core/to_size.hpp"
#include "graph/body_graph.hpp"
#include "integrate/impacts/impact_search.hpp"
#include "integrate/trajectory_arrays.hpp"

namespace cchnn {
namespace {

constexpr double no_number = std::numeric_limits<double>::quiet_NaN();
// Steps of one call, beyond which a stretch is too long for the interpolants of gaps. The first few only find the step size.
constexpr long most_stretch_steps = 12;
// Bounces that rise by less than this many times what is significantly different from 0 are at rest.
constexpr double lowest_bounce = 16;

bool by_integration(const TrajectoryArray& array) {
    return array.from == TrajectoryArray::From::integration && array.each_sample;
}

// A sample of a batch.
struct Place {
    const TrajectoryBatch& batch;
    std::size_t trajectory, sample;

    std::size_t index() const { return trajectory * to_size(batch.samples) + sample; }
    const double* x() const { return &batch.x[index() * to_size(batch.nodes) * to_size(batch.dimension)]; }
    const double* v() const { return &batch.v[index() * to_size(batch.nodes) * to_size(batch.dimension)]; }
    const double* angles() const {
        const std::size_t each = batch.counted_angle.size() / (batch.outcomes.size() * to_size(batch.samples));
        return batch.counted_angle.data() + index() * each;
    }
    InitialState state(const ConstrainedSystem& system) const {
        const std::size_t size = to_size(system.state_size()), tracks = system.tracks().size(),
                          angles = system.angles().size();
        InitialState state{{x(), x() + size}, {v(), v() + size}};
        const auto add = [&](const std::vector<double>& values, std::size_t width) {
            const auto first = values.begin() + static_cast<long>(index() * width);
            state.s.insert(state.s.end(), first, first + static_cast<long>(width));
        };
        add(batch.track_parameter, tracks);
        add(batch.counted_angle, angles);
        return state;
    }
    double dissipated(const ConstrainedSystem& system) const {
        return system.dissipative() ? batch.dissipated[index()] : 0;
    }
};

// What all trajectories share.
struct Setting {
    const BatchSystems& systems;
    std::vector<ContactGap> gaps;
    TimeGrid times;
    const Protocol& protocol;

    std::vector<Gap> gaps_at(const double* x, const double* v, const double* s) const {
        std::vector<Gap> all;
        for (const ContactGap& gap : gaps) all.push_back(gap.function.at(x, v, s));
        return all;
    }
    std::vector<Gap> gaps_at(const Place& place) const { return gaps_at(place.x(), place.v(), place.angles()); }
    std::vector<Gap> gaps_at(const InitialState& state) const {
        return gaps_at(state.x.data(), state.v.data(), state.s.data());
    }
};

// One trajectory: its state between samples, and what its impacts have done so far.
struct Follower {
    std::size_t index;
    InitialState state;
    double lost = 0;                    // J, by impacts and damping
    long accepted = 0, rejected = 0;    // steps
    std::vector<double> last_closed{};  // s, of each gap; NaN before its first impact
    std::size_t impacts = 0;
};

// A trajectory alone, as the search moves it.
class LoneMotion : public GapMotion {
  public:
    LoneMotion(const Setting& setting, Follower& follower)
        : setting_(setting),
          follower_(follower),
          system_(setting.systems.of(follower.index)),
          one_(setting.systems.only({static_cast<int>(follower.index)})) {
        see();
    }
    const std::vector<Gap>& present() const override { return present_; }
    bool look(double time, std::vector<Gap>& gaps) override {
        if (!reach({time, 2})) return false;
        gaps = gaps_of(1);
        return true;
    }
    bool look(double time, std::vector<Gap>& middle, std::vector<Gap>& end) override {
        if (!reach({time / 2, 3}) || seen_.outcomes[0].accepted > most_stretch_steps) return false;
        middle = gaps_of(1);
        end = gaps_of(2);
        return true;
    }
    void move(double) override {
        const Place place = last();
        follower_.state = place.state(system_);
        follower_.lost += place.dissipated(system_);
        see();
    }

    // Sees the present state, after its velocities have changed.
    void see() { present_ = setting_.gaps_at(follower_.state); }
    // The state that the motion went to last, and why it reached no other if it did not.
    Place last() const { return {seen_, 0, to_size(seen_.samples) - 1}; }
    EndReason why_lost() const { return reason_ == EndReason::completed ? EndReason::too_many_steps : reason_; }

  private:
    bool reach(TimeGrid times) {
        TrajectoryBatch batch = integrate_smoothly(one_, {follower_.state}, times, setting_.protocol);
        follower_.accepted += batch.outcomes[0].accepted;
        follower_.rejected += batch.outcomes[0].rejected;
        reason_ = batch.outcomes[0].reason;
        if (reason_ != EndReason::completed) return false;
        seen_ = std::move(batch);
        return true;
    }
    std::vector<Gap> gaps_of(std::size_t sample) const { return setting_.gaps_at(Place{seen_, 0, sample}); }

    const Setting& setting_;
    Follower& follower_;
    const ConstrainedSystem& system_;
    const BatchSystems one_;
    TrajectoryBatch seen_;  // of the last look
    EndReason reason_ = EndReason::completed;
    std::vector<Gap> present_;
};

class ContactDriver {
  public:
    ContactDriver(const BatchSystems& systems, const std::vector<InitialState>& states, TimeGrid times,
                  const Protocol& protocol)
        : setting_{systems, gaps_of(*systems.contacts(), systems.like()), times, protocol},
          out_(empty_batch(systems.like(), states.size(), times)) {
        for (std::size_t i = 0; i < states.size(); ++i)
            followers_.push_back({i, states[i], 0, 0, 0, std::vector<double>(setting_.gaps.size(), no_number)});
    }

    TrajectoryBatch run() {
        for (int k = 1; k <= std::max(1, setting_.times.samples - 1) && !followers_.empty(); ++k) interval(k);
        for (const Follower& follower : followers_)
            end(follower, EndReason::completed, setting_.times.samples,
                setting_.times.time(setting_.times.samples - 1));
        return std::move(out_);
    }

  private:
    std::array<std::vector<double>*, 5> event_arrays() {
        return {&out_.impact_time, &out_.impact_contact, &out_.impact_speed, &out_.impact_impulse, &out_.impact_loss};
    }

    // From sample k - 1 to sample k.
    void interval(int k) {
        const double span = setting_.times.time(k) - setting_.times.time(k - 1);
        std::vector<int> which;
        std::vector<InitialState> starts;
        for (const Follower& follower : followers_) {
            which.push_back(static_cast<int>(follower.index));
            starts.push_back(follower.state);
        }
        const TrajectoryBatch all =
            integrate_smoothly(setting_.systems.only(which), starts, {span / 2, 3}, setting_.protocol);
        out_.lane_steps += all.lane_steps;
        out_.busy_lane_steps += all.busy_lane_steps;
        std::vector<Follower> open;
        for (std::size_t j = 0; j < followers_.size(); ++j) {
            Follower& follower = followers_[j];
            if (k == 1 && !begin(follower, {all, j, 0})) continue;
            if (setting_.times.samples == 1) open.push_back(std::move(follower));
            else if (is_clear(all, j, span) ? pass(follower, {all, j, 2}, k) : follow(follower, span, k))
                open.push_back(std::move(follower));
        }
        followers_ = std::move(open);
    }

    // The sample at the start, as it was given.
    bool begin(Follower& follower, const Place& place) {
        record(follower, place, 0);
        const std::vector<Gap> gaps = setting_.gaps_at(place);
        for (std::size_t c = 0; c < gaps.size(); ++c) {
            if (gaps[c].value > gap_zone(gaps[c])) continue;
            end(follower, EndReason::closed_contact, 1, 0, setting_.gaps[c].contact);
            return false;
        }
        return true;
    }

    bool is_clear(const TrajectoryBatch& all, std::size_t j, double span) const {
        const Outcome& outcome = all.outcomes[j];
        if (outcome.reason != EndReason::completed || outcome.accepted > most_stretch_steps) return false;
        std::array<std::vector<Gap>, 3> gaps;
        for (std::size_t s = 0; s < 3; ++s) {
            gaps[s] = setting_.gaps_at(Place{all, j, s});
        }
        for (std::size_t c = 0; c < setting_.gaps.size(); ++c)
            if (examine(gaps[0][c], gaps[1][c], gaps[2][c], span).kind != GapStretch::Kind::clear) return false;
        return true;
    }
    bool pass(Follower& follower, const Place& place, int k) {
        follower.accepted += place.batch.outcomes[place.trajectory].accepted;
        follower.rejected += place.batch.outcomes[place.trajectory].rejected;
        follower.state = place.state(setting_.systems.of(follower.index));
        follower.lost += place.dissipated(setting_.systems.of(follower.index));
        record(follower, place, k);
        return true;
    }

    // Follows a trajectory alone through its impacts before sample k; false if it ends there.
    bool follow(Follower& follower, double span, int k) {
        LoneMotion motion(setting_, follower);
        double done = 0;
        for (long impacts = 0; impacts <= setting_.protocol.max_steps; ++impacts) {
            const FirstImpact first = move_to_first_impact(motion, std::max(span - done, 0x1p-60 * span), span);
            if (first.kind == FirstImpact::Kind::none) {
                record(follower, motion.last(), k);
                return true;
            }
            done += first.time;
            const double time = setting_.times.time(k - 1) + done;
            const EndReason reason = first.kind == FirstImpact::Kind::impact
                                         ? collide(follower, motion, first.contact, time)
                                     : first.kind == FirstImpact::Kind::lost ? motion.why_lost()
                                                                             : EndReason::grazing;
            if (reason != EndReason::completed) {
                const bool lost = first.kind == FirstImpact::Kind::lost;
                end(follower, reason, k, time, lost ? -1 : setting_.gaps[to_size(first.contact)].contact);
                return false;
            }
        }
        end(follower, EndReason::too_many_steps, k, setting_.times.time(k - 1) + done);
        return false;
    }

    // The impact of one contact, with others that close at the same time if no impulse acts on another one.
    EndReason collide(Follower& follower, LoneMotion& motion, int first, double time) {
        const std::vector<Gap> gaps = motion.present();
        ImpactLaw& law = law_of(setting_.systems.of(follower.index));
        std::vector<std::size_t> touching;
        std::vector<ImpactLaw::Direction> directions;
        for (std::size_t c = 0; c < gaps.size(); ++c) {
            if (static_cast<int>(c) != first && gaps[c].value > gap_zone(gaps[c])) continue;
            touching.push_back(c);
            directions.push_back(law.direction(follower.state, setting_.gaps[c].function));
        }
        // Rounding of n P M^-1 n^T, relative to the sizes of both.
        constexpr double independent = 1e-12;
        for (std::size_t i = 0; i < touching.size(); ++i)
            for (std::size_t j = 0; j < touching.size(); ++j) {
                if (i == j || !closes(gaps, touching[i], first)) continue;
                const double acts = std::inner_product(directions[j].n.begin(), directions[j].n.end(),
                                                       directions[i].change.begin(), 0.0);
                if (std::abs(acts) <= independent * std::sqrt(directions[i].mu * directions[j].mu)) continue;
                const double after =
                    gaps[touching[j]].rate - bounce(touching[i]) * gaps[touching[i]].rate * acts / directions[i].mu;
                if (closes(gaps, touching[j], first) || after <= 0) return EndReason::simultaneous_impacts;
            }
        EndReason reason = EndReason::completed;
        for (std::size_t i = 0; i < touching.size(); ++i)
            if (closes(gaps, touching[i], first) &&
                !apply(follower, touching[i], gaps[touching[i]], directions[i], time))
                reason = EndReason::closed_contact;
        motion.see();
        return reason;
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
    double bounce(std::size_t contact) const { return 1 + setting_.gaps[contact].restitution; }

    // (2) and (3) of contact_gaps.hpp. False if the contact stays closed.
    bool apply(Follower& follower, std::size_t contact, const Gap& gap, const ImpactLaw::Direction& direction,
               double time) {
        const double e = setting_.gaps[contact].restitution, impulse = -bounce(contact) * gap.rate / direction.mu;
        const double loss = (1 - e * e) * gap.rate * gap.rate / (2 * direction.mu);
        for (std::size_t i = 0; i < follower.state.v.size(); ++i) follower.state.v[i] += impulse * direction.change[i];
        follower.lost += loss;
        store(follower, {time, static_cast<double>(setting_.gaps[contact].contact), -gap.rate, impulse, loss});
        const double since = time - follower.last_closed[contact];
        follower.last_closed[contact] = time;
        const bool rests = -gap.rate * since / 4 < lowest_bounce * gap_zone(gap);  // false before the second impact
        return e > 0 && !rests;
    }

    void store(Follower& follower, const std::array<double, 5>& event) {
        out_.impact_count[follower.index] += 1;
        const std::size_t at = follower.impacts++;
        if (at >= stored_impacts) return;
        const auto arrays = event_arrays();
        for (std::size_t a = 0; a < arrays.size(); ++a) (*arrays[a])[follower.index * stored_impacts + at] = event[a];
    }
    void record(const Follower& follower, const Place& place, int k) {
        const std::size_t to = follower.index * to_size(out_.samples) + to_size(k), from = place.index();
        for (const TrajectoryArray& array : trajectory_arrays) {
            if (!by_integration(array)) continue;
            const std::vector<double>& source = place.batch.*array.values;
            if (source.empty()) continue;
            const std::size_t width = source.size() / (place.batch.outcomes.size() * to_size(place.batch.samples));
            std::copy_n(source.begin() + static_cast<long>(from * width), width,
                        (out_.*array.values).begin() + static_cast<long>(to * width));
        }
        out_.dissipated[to] = follower.lost;
    }
    void end(const Follower& follower, EndReason reason, int samples, double time, int contact = -1) {
        Outcome& outcome = out_.outcomes[follower.index];
        outcome = {reason, samples, time, follower.accepted, follower.rejected};
        outcome.contact = contact;
    }

    Setting setting_;
    TrajectoryBatch out_;
    std::vector<Follower> followers_;
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
    if (!systems.contacts()) refuse_contacts(systems.like(), "this computation");
}

std::string closed_contact_in(const BodyGraph& graph, const ConstrainedSystem& system, const InitialState& state,
                              const std::string& length_unit) {
    for (const ContactGap& one : gaps_of(graph.contacts(), system)) {
        const Gap gap = one.function.at(state.x.data(), state.v.data(), state.s.data());
        if (gap.value > gap_zone(gap)) continue;
        const Contact& contact = graph.contacts()[to_size(one.contact)];
        if (!is_stop(contact.shape)) return "contact '" + contact.name + "' is closed";
        const std::string unit = contact.stop.angle ? " rad" : " " + length_unit;
        const std::string at = short_number(one.function.way(gap)) + unit;
        if (gap.value >= -gap_zone(gap)) return "'" + contact.name + "' starts on its limit, " + at;
        return "'" + contact.name + "' is at " + at + ", not within its limits, " +
               limits_text(contact.stop.low, contact.stop.high, unit);
    }
    return "";
}

std::optional<double> refinement_level(const ConstrainedSystem& system, std::optional<double> asked) {
    if (!has_contacts(system)) return asked;
    if (asked.value_or(0) > 0)
        throw UsageError(option("refine"), "solutions in double-double arithmetic do not follow the contacts of " +
                                               system.name() + ": remove it");
    return 0;
}

TrajectoryBatch integrate_with_contacts(const BatchSystems& systems, const std::vector<InitialState>& states,
                                        TimeGrid times, const Protocol& protocol) {
    return ContactDriver(systems, states, times, protocol).run();
}

bool is_at_impact(double time, const TrajectoryBatch& one, std::size_t i, const TrajectoryBatch& other, std::size_t j) {
    constexpr double safety = 10, rounding = 1e-14;  // the latter of a time, of some hundred steps
    for (std::size_t n = 0; n < stored_impacts && !one.impact_time.empty(); ++n) {
        const double a = one.impact_time[i * stored_impacts + n], b = other.impact_time[j * stored_impacts + n];
        if (std::isnan(a) || std::isnan(b)) break;
        if (std::abs(time - a) <= safety * (std::abs(a - b) + rounding * time)) return true;
    }
    return false;
}

double impacts_differ_from(const TrajectoryBatch& one, std::size_t i, const TrajectoryBatch& other, std::size_t j) {
    for (std::size_t n = 0; n < stored_impacts && !one.impact_contact.empty(); ++n) {
        const std::size_t a = i * stored_impacts + n, b = j * stored_impacts + n;
        if (std::isnan(one.impact_contact[a]) || std::isnan(other.impact_contact[b])) break;
        if (one.impact_contact[a] != other.impact_contact[b]) return std::min(one.impact_time[a], other.impact_time[b]);
    }
    return std::numeric_limits<double>::infinity();
}

}  // namespace cchnn
