#pragma once
// Trajectories on their way from impact to impact, and one of them alone, as the search for its next impact moves it.

#include <algorithm>
#include <vector>

#include "core/to_size.hpp"
#include "integrate/impacts/closed_contacts.hpp"
#include "integrate/impacts/impact_search.hpp"
#include "integrate/integrate.hpp"
#include "integrate/kernel_state.hpp"

namespace cchnn {

// Steps of one call, beyond which a stretch is too long for the interpolants of gaps. The first few only find the step size.
inline constexpr long most_stretch_steps = 12;

// A sample of a batch.
struct BatchSample {
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
    double work() const { return batch.work.empty() ? 0 : batch.work[index()]; }
};

// What all trajectories share.
struct ContactSetting {
    const BatchSystems& systems;
    const std::vector<InitialState>& starts;
    const std::vector<Contact>& contacts;
    std::vector<ContactGap> gaps;
    TimeGrid times;
    const Protocol& protocol;

    void gaps_at(const BatchSample& place, std::vector<Gap>& all) const {
        all.resize(gaps.size());
        const double *const x = place.x(), *const v = place.v(), *const angles = place.angles();
        for (std::size_t c = 0; c < gaps.size(); ++c) all[c] = gaps[c].function.at(x, v, angles);
    }
    // What stays unseen on the way from a sample to the next one, `length` s later.
    void see_way_to(const BatchSample& next, double length, std::vector<Gap>& all) const {
        const BatchSample from{next.batch, next.trajectory, next.sample - 1};
        for (std::size_t c = 0; c < gaps.size(); ++c)
            all[c].unseen = gaps[c].function.unseen(from.x(), from.v(), next.x(), next.v(), length);
    }
    std::vector<Gap> gaps_at(const BatchSample& place) const {
        std::vector<Gap> all;
        gaps_at(place, all);
        return all;
    }
    std::vector<Gap> gaps_at(const InitialState& state) const {
        std::vector<Gap> all;
        for (const ContactGap& gap : gaps) all.push_back(gap.function.at(state));
        return all;
    }
    bool driven() const { return systems.like().driven(); }
    // Gives a state what drives trajectory i at a time, `since` s after sample k, and inputs from there on at the times of a
    // part of the interval between samples.
    void drive(InitialState& state, std::size_t i, int k, double since, TimeGrid part = {0, 1}) const {
        if (!driven()) return;
        state.t = starts[i].t + times.time(k) + since;
        state.u.clear();
        for (int j = part.samples; j-- > 0;) {
            const double later = since + part.time(j);
            state.driven = driven_components(systems.of(i), times, k, later, state.t + part.time(j), starts[i].u);
            const auto first = state.driven.begin() + 1;
            state.u.insert(state.u.begin(), first, first + static_cast<long>(systems.like().inputs().size()));
        }
    }
};

// One trajectory: its state between samples, and what its impacts have done so far.
struct ContactFollower {
    std::size_t index;
    InitialState state;
    ClosedContacts closed;
    std::vector<double> last_closed;  // s, of each gap; NaN before its first impact
    double lost = 0, work = 0;        // J, by impacts and damping, and of inputs
    long accepted = 0, rejected = 0;  // steps
    std::size_t impacts = 0;
    int sample = 0;    // the last one that it passed
    double since = 0;  // s, from there to its state
    // How many samples it looks ahead: 0, half an interval twice; 2, 4, ..., beyond which more gain nothing; or it is alone,
    // because contacts are closed.
    static constexpr int alone = -1, most_ahead = 32;
    int ahead = 0;
    double rate = 1;  // steps between two samples, where it last looked
    bool begun = false;

    void add(const BatchSample& place, const ConstrainedSystem& system) {
        state = place.state(system);
        lost += place.dissipated(system);
        work += place.work();
    }
};

// A trajectory alone, as the search moves it.
class LoneMotion : public GapMotion {
  public:
    LoneMotion(const ContactSetting& setting, ContactFollower& follower)
        : setting_(setting),
          follower_(follower),
          system_(setting.systems.of(follower.index)),
          alone_(setting.systems.only({static_cast<int>(follower.index)})),
          one_(alone_),
          before_(follower.closed.touches()) {
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
        setting_.see_way_to({seen_, 0, 1}, time / 2, middle);
        setting_.see_way_to({seen_, 0, 2}, time / 2, end);
        return true;
    }
    void move(double time) override {
        follower_.add(last(), system_);
        follower_.since += time;
        before_ = follower_.closed.touches();
        follower_.closed.open_where_clear(setting_.gaps_at(follower_.state));
        see();
    }
    // What the contact was while the motion went to the present state.
    ClosedContacts::Touch touch_before(int contact) const { return before_[to_size(contact)]; }

    // Sees the present state, after its velocities or the closed contacts have changed.
    void see() {
        const ConstrainedSystem& held = follower_.closed.system(system_, follower_.closed.closed());
        one_ = &held == &system_ ? alone_ : BatchSystems(held);
        drive(follower_.state, 0);
        present_ = watched(follower_.state);
    }
    // The state that the motion went to last, and why it reached no other if it did not.
    BatchSample last() const { return {seen_, 0, to_size(seen_.samples) - 1}; }
    EndReason why_lost() const { return reason_ == EndReason::completed ? EndReason::too_many_steps : reason_; }

  private:
    void drive(InitialState& state, double later, TimeGrid part = {0, 1}) const {
        setting_.drive(state, follower_.index, follower_.sample, follower_.since + later, part);
    }
    bool reach(TimeGrid times) {
        part_ = times;
        drive(follower_.state, 0, times);
        TrajectoryBatch batch =
            integrate_smoothly(one_, {follower_.state}, times, setting_.protocol, SeenFrom::origins);
        follower_.accepted += batch.outcomes[0].accepted;
        follower_.rejected += batch.outcomes[0].rejected;
        reason_ = batch.outcomes[0].reason;
        if (reason_ != EndReason::completed) return false;
        seen_ = std::move(batch);
        return true;
    }
    std::vector<Gap> gaps_of(std::size_t sample) {
        const BatchSample place{seen_, 0, sample};
        if (!follower_.closed.any()) return setting_.gaps_at(place);
        InitialState state = place.state(system_);
        drive(state, part_.time(static_cast<int>(sample)));
        return watched(state);
    }
    std::vector<Gap> watched(const InitialState& state) {
        std::vector<Gap> gaps = setting_.gaps_at(state);
        follower_.closed.watch(system_, state, gaps);
        return gaps;
    }

    const ContactSetting& setting_;
    ContactFollower& follower_;
    const ConstrainedSystem& system_;
    const BatchSystems alone_;
    BatchSystems one_;                           // with the contacts that are closed
    std::vector<ClosedContacts::Touch> before_;  // the last move
    TrajectoryBatch seen_;                       // of the last look
    TimeGrid part_;                              // its times, from the state on
    EndReason reason_ = EndReason::completed;
    std::vector<Gap> present_;
};

}  // namespace cchnn
