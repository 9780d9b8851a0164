#pragma once
// Integrates many trajectories side by side with fixed steps: `substeps` equal steps from one output to the next. A
// lane takes the next trajectory as soon as its own one ends. One ends early where the constraint equations of a step
// have no solution or a state is not finite. `Steps`: RattleSteps or RungeKuttaSteps (integrate_fixed_steps.cpp).
//
// Fixed steps are not shortened near centres of forces or on narrow curves (step_limit.hpp): varying steps would cost a
// symplectic method its near conservation of energy (Hairer, Lubich, Wanner 2006, VIII.1). Instead an outcome records
// when a step first passed a centre (passed_centres.hpp). Error bounds measure the damage, because they compare with
// the default protocol, whose steps are limited.

#include <algorithm>
#include <cmath>
#include <vector>

#include "core/to_size.hpp"
#include "integrate/protocol/protocol.hpp"
#include "integrate/steppers/kernel_stop.hpp"
#include "integrate/steppers/lane_records.hpp"
#include "integrate/steppers/step_limit.hpp"
#include "mechanics/kernels/rattle.hpp"
#include "numbers/lanes.hpp"

namespace cchnn {

// Owns the states of all lanes and the stepper; LaneRecords owns the results.
template <class Real, class Steps>
class FixedStepDriver {
  public:
    FixedStepDriver(const BatchSystems& systems, const std::vector<InitialState>& states, TimeGrid times,
                    const Protocol& protocol, TrajectoryBatch& out)
        : times_(times),
          substeps_(protocol.substeps),
          records_(systems, states, times, out),
          motion_(systems, protocol, step()),
          centres_(has_centres(systems)),
          z_(motion_.size(), Real(0.0)),
          rate_(z_),
          sampled_(z_) {}

    void run() {
        for (int l = 0; l < lane_count<Real>; ++l) start_next(l);
        motion_.start(z_);
        while (records_.busy() > 0) {
            end_if_stopped();
            advance();
        }
    }

  private:
    // Steps of one lane: of its trajectory and since its last sample. `passed_at` is the beginning of the step that
    // first passed a centre, s, or -1.
    struct Count {
        long all = 0, since_sample = 0;
        double passed_at = -1;
    };

    // One step of all lanes. After a lane has taken a new trajectory, the stepper starts anew from the states of all
    // lanes.
    void advance() {
        records_.count_step();
        if (centres_) before_ = z_;
        const StepSuccess<Real> success = motion_.advance(z_);
        if (centres_) notice_passages();
        if (std::any_of(counts_.begin(), counts_.end(),
                        [this](const Count& c) { return c.since_sample + 1 >= substeps_; }))
            records_.read(at_stored_time(), motion_);
        bool changed = false;
        for (int l = 0; l < lane_count<Real>; ++l)
            changed = finish_step(l, is_set(success.finite, l), is_set(success.solved, l)) || changed;
        if (changed) motion_.start(z_);
    }

    // Records the first step that may have passed the centre of a force, passed_centres.hpp (1).
    void notice_passages() {
        const Real square = motion_.square_passage(before_, z_);
        for (int l = 0; l < lane_count<Real>; ++l)
            if (Count& count = counts_[l]; lane(square, l) > 1 && count.passed_at < 0)
                count.passed_at = static_cast<double>(count.all) * step();
    }

    // Bookkeeping after a step of lane l; true if the lane has received a new trajectory.
    bool finish_step(int l, bool finite, bool solved) {
        if (records_.empty(l)) return false;
        if (!finite) return end(l, EndReason::not_finite);
        if (!solved) return end(l, EndReason::constraints_unsolved);
        Count& count = counts_[l];
        ++count.all;
        if (++count.since_sample < substeps_) return false;
        if (!std::all_of(z_.begin(), z_.end(), [l](const Real& c) { return std::isfinite(lane(c, l)); }))
            return end(l, EndReason::not_finite);
        count.since_sample = 0;
        records_.record(l);
        if (records_.complete(l)) return end(l, EndReason::completed);
        records_.drive(l, z_);
        return false;
    }

    bool end(int l, EndReason reason) {
        const Count& count = counts_[l];
        records_.end(l, reason, static_cast<double>(count.since_sample) * step(), count.all, 0, count.passed_at);
        return start_next(l);
    }

    double step() const { return times_.dt / static_cast<double>(substeps_); }

    bool start_next(int l) {
        counts_[l] = {};
        return records_.seat_next(l, z_, motion_);
    }

    // States at the stored times k dt, which are rounded: one Euler step over the difference. Between steps no dz/dt is
    // known, so this evaluates it.
    const std::vector<Real>& at_stored_time() {
        Real off = Real(0.0);
        for (int l = 0; l < lane_count<Real>; ++l)
            if (counts_[l].since_sample + 1 >= substeps_) set_lane(off, l, records_.off_time(l));
        if (!any(off != Real(0.0))) return z_;
        motion_.read_rates(z_, rate_);
        for (std::size_t i = 0; i < z_.size(); ++i) sampled_[i] = z_[i] + rate_[i] * off;
        return sampled_;
    }

    const TimeGrid times_;
    const long substeps_;
    LaneRecords<Real> records_;
    Steps motion_;
    const bool centres_;
    std::vector<Real> z_, before_, rate_, sampled_;
    std::vector<Count> counts_ = std::vector<Count>(lane_count<Real>);
};

}  // namespace cchnn
