#pragma once
// Trajectories side by side, one a lane, all with steps of the same fixed length: a composition of RATTLE
// (mechanics/kernels/rattle.hpp, integrate/composition.hpp), `substeps` of them from one output to the next. A lane
// takes the next trajectory the moment it finishes one, and ends early when its constraints cannot be solved.
//
// Even steps are not bounded by the centres of forces that they may pass (step_limit.hpp (2); curves are not for these
// methods): a step that is shortened here and there is not symplectic any more. But none passes unnoticed: an outcome
// says when a step first did (passed_centres.hpp). How far off that is, error bounds know: they come from a solution of
// the default protocol, which passes nothing.

#include <algorithm>
#include <cmath>
#include <vector>

#include "core/to_size.hpp"
#include "integrate/composition.hpp"
#include "integrate/protocol/protocol.hpp"
#include "integrate/steppers/kernel_stop.hpp"
#include "integrate/steppers/lane_records.hpp"
#include "integrate/steppers/step_limit.hpp"
#include "mechanics/kernels/rattle.hpp"
#include "numbers/lanes.hpp"

namespace cchnn {

template <class Real>
class RattleDriver {
  public:
    RattleDriver(const BatchSystems& systems, const std::vector<InitialState>& states, TimeGrid times,
                 const Protocol& protocol, TrajectoryBatch& out)
        : times_(times),
          substeps_(protocol.substeps),
          records_(systems, states, times, out),
          rattle_(systems.one_for_all() ? Rattle<Real>(systems.like()) : Rattle<Real>(systems.like(), EachLane{})),
          motion_{rattle_,
                  systems.one_for_all() ? Dynamics<Real>(systems.like()) : Dynamics<Real>(systems.like(), EachLane{})},
          centres_(has_centres(systems)),
          z_(rattle_.size(), Real(0.0)),
          rate_(z_),
          sampled_(z_) {
        for (double weight : composition_weights(order(protocol.method)))
            stages_.push_back(weight * (times.dt / static_cast<double>(protocol.substeps)));
    }

    void run() {
        for (int l = 0; l < lane_count<Real>; ++l) start_next(l);
        rattle_.start(z_);
        while (records_.busy() > 0) {
            end_if_stopped();
            advance();
        }
    }

  private:
    struct Steps {
        long all = 0, since_sample = 0;
        double passed_at = -1;
    };

    void advance() {
        records_.count_step();
        if (centres_) before_ = z_;
        StepSuccess<Real> all = rattle_.advance(z_, stages_.front());
        for (std::size_t s = 1; s < stages_.size(); ++s) {
            const StepSuccess<Real> stage = rattle_.advance(z_, stages_[s]);
            all.finite = all.finite && (stage.finite || !all.solved);  // what comes after a failure says nothing new
            all.solved = all.solved && stage.solved;
        }
        rattle_.settle(z_);
        if (centres_) notice_passages();
        if (std::any_of(steps_.begin(), steps_.end(),
                        [this](const Steps& s) { return s.since_sample + 1 >= substeps_; }))
            records_.read(at_stored_time(), motion_);
        bool changed = false;
        for (int l = 0; l < lane_count<Real>; ++l)
            changed = account(l, is_set(all.finite, l), is_set(all.solved, l)) || changed;
        if (changed) rattle_.start(z_);
    }

    // Where the step went further than centres are away.
    void notice_passages() {
        const Real square = motion_.dynamics.square_passage(before_, z_);
        for (int l = 0; l < lane_count<Real>; ++l)
            if (Steps& steps = steps_[to_size(l)]; lane(square, l) > 1 && steps.passed_at < 0)
                steps.passed_at = static_cast<double>(steps.all) * step();
    }

    // What one step did to a lane; true when the lane has a new trajectory.
    bool account(int l, bool finite, bool solved) {
        if (records_.empty(l)) return false;
        if (!finite) return end(l, EndReason::not_finite);
        if (!solved) return end(l, EndReason::constraints_unsolved);
        Steps& steps = steps_[to_size(l)];
        ++steps.all;
        if (++steps.since_sample < substeps_) return false;
        if (!std::all_of(z_.begin(), z_.end(), [l](const Real& c) { return std::isfinite(lane(c, l)); }))
            return end(l, EndReason::not_finite);
        steps.since_sample = 0;
        records_.record(l);
        return records_.complete(l) && end(l, EndReason::completed);
    }

    bool end(int l, EndReason reason) {
        const Steps& steps = steps_[to_size(l)];
        records_.end(l, reason, static_cast<double>(steps.since_sample) * step(), steps.all, 0, steps.passed_at);
        return start_next(l);
    }

    double step() const { return times_.dt / static_cast<double>(substeps_); }

    bool start_next(int l) {
        steps_[to_size(l)] = {};
        return records_.seat_next(l, z_, motion_);
    }

    // Samples are states at the stored times, k dt rounded; between steps there is no dz/dt, so this asks for it.
    const std::vector<Real>& at_stored_time() {
        Real off = Real(0.0);
        for (int l = 0; l < lane_count<Real>; ++l)
            if (steps_[to_size(l)].since_sample + 1 >= substeps_) set_lane(off, l, records_.off_time(l));
        if (!any(off != Real(0.0))) return z_;
        motion_.dynamics.on_manifold(z_, rate_);
        for (std::size_t i = 0; i < z_.size(); ++i) sampled_[i] = z_[i] + rate_[i] * off;
        return sampled_;
    }

    // Who is told of a lane's system, and reads states.
    struct Motion {
        Rattle<Real>& rattle;
        Dynamics<Real> dynamics;
        void seat(int lane, const ConstrainedSystem& member) { rattle.seat(lane, member), dynamics.seat(lane, member); }
        void velocity(const Real* p, Real* v) const { rattle.velocity(p, v); }
        Real energy(const Real* x, const Real* v, const Real* s) const { return rattle.energy(x, v, s); }
    };

    const TimeGrid times_;
    const long substeps_;
    LaneRecords<Real> records_;
    Rattle<Real> rattle_;
    std::vector<double> stages_;  // step lengths, s
    Motion motion_;
    const bool centres_;
    std::vector<Real> z_, before_, rate_, sampled_;
    std::vector<Steps> steps_ = std::vector<Steps>(to_size(lane_count<Real>));
};

}  // namespace cchnn
