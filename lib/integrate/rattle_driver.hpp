#pragma once
// Trajectories side by side, one a lane, all with steps of the same fixed length: a composition of RATTLE
// (mechanics/rattle.hpp, integrate/composition.hpp), `substeps` of them from one output to the next. A lane takes the
// next trajectory the moment it finishes one, and ends early when its constraints cannot be solved.

#include <cmath>
#include <vector>

#include "core/lanes.hpp"
#include "core/to_size.hpp"
#include "integrate/composition.hpp"
#include "integrate/integrate.hpp"
#include "mechanics/rattle.hpp"

namespace cchnn {

template <class Real>
class RattleDriver {
  public:
    RattleDriver(const ConstrainedSystem& system, const std::vector<InitialState>& states, TimeGrid times,
                 const Protocol& protocol, TrajectoryBatch& out)
        : system_(system), states_(states), times_(times), substeps_(protocol.substeps), out_(out), rattle_(system),
          z_(rattle_.size(), Real(0.0)), x_(half()), p_(half()), v_(half()) {
        for (double weight : composition_weights(order(protocol.method)))
            stages_.push_back(weight * (times.dt / static_cast<double>(protocol.substeps)));
    }

    void run() {
        for (int l = 0; l < lane_count<Real>; ++l) start_next(l);
        rattle_.start(z_);
        while (busy_lanes() > 0) advance();
    }

  private:
    struct Lane {
        int trajectory = -1;  // -1: idle
        int sample = 0;       // samples recorded
        long steps = 0;       // since the last one
    };

    std::size_t half() const { return to_size(system_.state_size()); }

    int busy_lanes() const {
        int busy = 0;
        for (const Lane& lane : lanes_) busy += lane.trajectory >= 0;
        return busy;
    }

    void advance() {
        out_.lane_steps += lane_count<Real>;
        out_.busy_lane_steps += busy_lanes();
        StepSuccess<Real> all = rattle_.advance(z_, stages_.front());
        for (std::size_t s = 1; s < stages_.size(); ++s) {
            const StepSuccess<Real> stage = rattle_.advance(z_, stages_[s]);
            all.finite = all.finite && (stage.finite || !all.solved);  // what comes after a failure says nothing new
            all.solved = all.solved && stage.solved;
        }
        rattle_.settle(z_);
        const Real finite = select(all.finite, Real(1.0), Real(0.0)), solved = select(all.solved, Real(1.0), Real(0.0));
        bool changed = false;
        for (int l = 0; l < lane_count<Real>; ++l)
            changed = account(l, lane(finite, l) > 0, lane(solved, l) > 0) || changed;
        if (changed) rattle_.start(z_);
    }

    // What one step did to a lane; true when the lane has a new trajectory.
    bool account(int l, bool finite, bool solved) {
        Lane& at = lanes_[to_size(l)];
        if (at.trajectory < 0) return false;
        if (!finite) return end(l, EndReason::not_finite);
        if (!solved) return end(l, EndReason::constraints_unsolved);
        ++out_.outcomes[to_size(at.trajectory)].accepted;
        if (++at.steps < substeps_) return false;
        return record(l);
    }

    bool end(int l, EndReason reason) {
        const Lane& at = lanes_[to_size(l)];
        Outcome& outcome = out_.outcomes[to_size(at.trajectory)];
        outcome.reason = reason;
        outcome.samples = at.sample;
        outcome.time = times_.time(at.sample - 1) +
                       static_cast<double>(at.steps) * (times_.dt / static_cast<double>(substeps_));
        return start_next(l);
    }

    bool start_next(int l) {
        Lane& at = lanes_[to_size(l)];
        at = Lane{};
        if (next_ == states_.size()) return false;
        const InitialState& state = states_[next_];
        at.trajectory = static_cast<int>(next_++);
        system_.momentum(state.v.data(), p_.data());
        for (std::size_t i = 0; i < half(); ++i) {
            set_lane(z_[i], l, state.x[i]);
            set_lane(z_[half() + i], l, p_[i]);
        }
        store(at, state.x.data(), state.v.data());  // the state as given, not M^-1 M v
        return true;
    }

    bool record(int l) {
        bool finite = true;
        for (std::size_t i = 0; i < half(); ++i) {
            x_[i] = lane(z_[i], l);
            p_[i] = lane(z_[half() + i], l);
            finite = finite && std::isfinite(x_[i]) && std::isfinite(p_[i]);
        }
        if (!finite) return end(l, EndReason::not_finite);
        Lane& at = lanes_[to_size(l)];
        at.steps = 0;
        system_.velocity(p_.data(), v_.data());
        store(at, x_.data(), v_.data());
        return at.sample == times_.samples && end(l, EndReason::completed);
    }

    void store(Lane& at, const double* x, const double* v) {
        const std::size_t sample = to_size(at.trajectory) * to_size(times_.samples) + to_size(at.sample++);
        std::copy(x, x + half(), out_.x.begin() + static_cast<long>(sample * half()));
        std::copy(v, v + half(), out_.v.begin() + static_cast<long>(sample * half()));
        out_.energy[sample] = system_.energy(x, v);
    }

    const ConstrainedSystem& system_;
    const std::vector<InitialState>& states_;
    const TimeGrid times_;
    const long substeps_;
    TrajectoryBatch& out_;
    Rattle<Real> rattle_;
    std::vector<double> stages_;  // step lengths, s
    std::vector<Real> z_;
    std::vector<Lane> lanes_ = std::vector<Lane>(to_size(lane_count<Real>));
    std::vector<double> x_, p_, v_;
    std::size_t next_ = 0;
};

}  // namespace cchnn
