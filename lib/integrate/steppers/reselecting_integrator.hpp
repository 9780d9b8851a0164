#pragma once
// Integrates one trajectory with a set of constraint rows that is chosen for its own state, and chosen again whenever
// this set comes close to losing rank (mechanics/row_selection_monitor.hpp). LaneDriver calls it where the rows common
// to all lanes lose rank. Method, tolerances and step control are those of the lanes. Real is double, or double-double
// lanes that all hold the same state.

#include <cmath>
#include <memory>
#include <optional>
#include <type_traits>
#include <vector>

#include "integrate/protocol/protocol.hpp"
#include "integrate/steppers/integrate_through_fold.hpp"
#include "integrate/steppers/kernel_stop.hpp"
#include "integrate/steppers/lane_steps.hpp"
#include "integrate/steppers/step_limit.hpp"
#include "integrate/trajectory.hpp"
#include "mechanics/kernels/dynamics.hpp"
#include "numbers/lanes.hpp"

namespace cchnn {

// Constants of the step control that LaneDriver and ReselectingIntegrator share.
struct StepRules {
    // In units of the output interval dt. A smaller step means a singularity: the rounding of time alone is 2e-16 of
    // the interval.
    static constexpr double smallest_step = 1e-13;
    static constexpr double shortest_limited = 10 * smallest_step;  // the step limit admits any step below this
    // Attempted steps between two samples after which a system with closed loops is examined for a singular
    // configuration.
    static constexpr double held_up_after = 500;
    // Thresholds for the conditioning (1) of row_selection_monitor.hpp, 1 for perfectly conditioned rows, 0 where they
    // lose rank. Below `leaves_below` times the best conditioning at this state a trajectory leaves the common rows.
    // Above `returns_above` times the conditioning of its own rows it returns to them. Below `chooses_below` times the
    // conditioning at the last choice it chooses its own rows again. For Bennett's mechanism the number of steps and
    // the error bounds are the same with leaves_below = 0.4 and 0.02; without any choice it takes 3.5 to 4.5 times as
    // many steps. Methods with fixed steps keep the rows that were chosen at compilation.
    static constexpr double leaves_below = 0.1, returns_above = 0.4, chooses_below = 0.3;
};

// The system with rows chosen for state (x, s), or null where its present rows are nearly as well conditioned. `own` is
// the conditioning of the present rows. `best` is the conditioning of the best rows when they were last determined (1
// before); it is determined again only if `own` falls below the threshold relative to it, because a new choice costs a
// dense factorisation.
inline std::shared_ptr<const ConstrainedSystem> better_conditioned_rows(const ConstrainedSystem& system,
                                                                        const double* x, const double* s, double own,
                                                                        double& best) {
    const RowSelectionMonitor& rows = *system.row_selection_monitor();
    if (!(own < StepRules::leaves_below * best)) return nullptr;
    std::shared_ptr<const ConstrainedSystem> reselected = rows.reselected(system, x, s);
    if (!reselected) return nullptr;
    best = rows.conditioning(*reselected, x, s);
    return own < StepRules::leaves_below * best ? reselected : nullptr;
}

// The scalar type in which one lane's state is stored: double-double where lanes are double-double, else double.
template <class Real>
using NumberOfLane = std::conditional_t<is_double_double<Real>, DoubleDouble, double>;
template <class Real>
NumberOfLane<Real> exact_lane(const Real& x, int l) {
    if constexpr (is_double_double<Real>) return number_in_lane(x, l);
    else return lane(x, l);
}

// The integrator of one trajectory. It owns the state, the chosen system with its vector field and step limit (Motion),
// and the step control. It borrows the given system, whose rows all lanes share.
template <class Real, template <class> class Step>
class ReselectingIntegrator {
  public:
    using Number = Leading<Real>;
    using State = std::vector<Real>;
    using OneState = std::vector<NumberOfLane<Real>>;

    // Tolerances of the trajectory, one absolute tolerance for each component of z, and the most steps.
    struct Limits {
        double rtol = 0;
        std::vector<double> atol;
        double most_steps = INFINITY;  // accepted and rejected, of this object
    };

    // `z` lies on the manifold, and `system` has row_selection_monitor(). Double-double states are projected again to
    // full precision.
    ReselectingIntegrator(const ConstrainedSystem& system, const Protocol& protocol, double dt, Limits limits,
                          const OneState& z)
        : rows_(*system.row_selection_monitor()),
          given_(system),
          protocol_(protocol),
          dt_(dt),
          limits_(std::move(limits)),
          step_(z.size(), protocol),
          z_(z.size(), Real(0.0)),
          dzdt_(z_),
          z_new_(z_),
          error_(z_),
          leading_(z.size()) {
        for (const double atol : limits_.atol) atol_.push_back(Number(atol));
        set(z);
        choose();
        if constexpr (exact)
            for (int round = 0; round < 3 && motion_; ++round) motion_->dynamics.project(z_, all_lanes);
    }

    // Integrates one output interval. Returns `completed` at the sample, or the reason why it stops.
    EndReason go_on() {
        remaining_ = Real(dt_);
        const OneState start = state();
        for (double steps = 1;; ++steps) {
            end_if_stopped();
            if (!motion_) return EndReason::step_size_underflow;
            const EndReason reason = advance();
            if (reason != EndReason::completed || lane(remaining_, 0) == 0) return reason;
            if (steps == StepRules::held_up_after && pass_fold(start)) return EndReason::completed;
            if (steps >= static_cast<double>(protocol_.max_steps) || accepted_ + rejected_ >= limits_.most_steps)
                return EndReason::too_many_steps;
        }
    }

    OneState state() const {
        OneState z;
        for (const Real& entry : z_) z.push_back(exact_lane(entry, 0));
        return z;
    }
    // The state `off` s later, to first order: samples belong to the rounded time k dt.
    OneState state_at(double off) {
        if (off == 0) return state();
        motion_->dynamics.on_manifold(z_, dzdt_);
        OneState z;
        for (std::size_t i = 0; i < z_.size(); ++i) z.push_back(exact_lane(Real(z_[i] + dzdt_[i] * Number(off)), 0));
        return z;
    }
    // Whether the common rows are well conditioned again at this state.
    bool can_return() {
        read_leading();
        return conditioning_of(given_) > StepRules::returns_above * conditioning_of(*system_);
    }
    double proposed() const { return lane(proposed_, 0); }
    double left() const { return lane(remaining_, 0); }
    double accepted() const { return accepted_; }
    double rejected() const { return rejected_; }

  private:
    static constexpr bool exact = is_double_double<Real>;
    // Vector field and step limit of one choice of rows.
    struct Motion {
        Dynamics<Real> dynamics;
        StageField<Real> field{&dynamics, true};
        StepLimit<Real> limit;
        Motion(const ConstrainedSystem& system, double shortest, double rtol, bool limited)
            : dynamics(system), limit(BatchSystems(system), dynamics, shortest, rtol, limited) {}
    };

    void set(const OneState& z) {
        for (std::size_t i = 0; i < z.size(); ++i)
            for (int l = 0; l < lane_count<Real>; ++l) set_lane(z_[i], l, z[i]);
    }
    void read_leading() {
        for (std::size_t i = 0; i < z_.size(); ++i) leading_[i] = lane(z_[i], 0);
    }
    double conditioning_of(const ConstrainedSystem& system) const {
        return rows_.conditioning(system, leading_.data(), leading_.data() + parameter_offset());
    }
    std::size_t parameter_offset() const { return z_.size() - given_.parameter_count() - given_.driven_size(); }

    // Chooses rows for the present state, unless the present rows are at least as well conditioned.
    void choose() {
        read_leading();
        std::shared_ptr<const ConstrainedSystem> reselected =
            rows_.reselected(given_, leading_.data(), leading_.data() + parameter_offset());
        const double now = system_ ? conditioning_of(*system_) : 0,
                     then = reselected ? conditioning_of(*reselected) : 0;
        at_choice_ = std::fmax(now, then);
        if (!(then > now)) return;
        motion_.reset();
        system_ = std::move(reselected);
        motion_ =
            std::make_unique<Motion>(*system_, StepRules::shortest_limited * dt_, limits_.rtol, protocol_.limited);
        known_ = false;
    }

    // One attempted step, as in LaneDriver::advance(). In addition the step is rejected, and a quarter of it tried, if
    // the rows lose rank at its end or a row left out is violated there.
    EndReason advance() {
        if (!known_) motion_->dynamics.on_manifold(z_, dzdt_);
        known_ = true;
        if (lane(proposed_, 0) < 0) proposed_ = first_step(z_, dzdt_, dt_, motion_->dynamics.track_offset());
        const Real h = next_step();
        step_(motion_->field, z_, dzdt_, h, z_new_, error_);
        const Number norm = error_norm(error_, z_, z_new_, limits_.rtol, atol_);
        const Number share = motion_->limit.none() ? Number(1.0) : motion_->limit.share(z_, z_new_, h);
        Number factor = step_factor(Step<Real>::norm_to_q(norm));
        factor = select(share < Number(1.0) && share < factor, share, factor);
        const Number proposed = leading(h) * factor;
        if (!is_set(norm <= Number(1.0) && share >= Number(1.0), 0)) return reject(proposed, norm);
        std::swap(z_, z_new_);
        motion_->dynamics.project(z_, all_lanes);
        read_leading();
        const double conditioning = conditioning_of(*system_);
        if (!(conditioning > 0)) {
            std::swap(z_, z_new_);
            return reject(0.25 * leading(h), norm);
        }
        ++accepted_;
        known_ = false;
        proposed_ = select(factor < Number(5.0), proposed, select(proposed_ > proposed, proposed_, proposed));
        remaining_ = select(h < remaining_, Real(remaining_ - h), Real(0.0));
        if (conditioning < StepRules::chooses_below * at_choice_) choose();
        return EndReason::completed;
    }
    // Counts a rejected step. `completed` means that a shorter step is to be tried, another reason ends the trajectory.
    EndReason reject(const Number& proposed, const Number& norm) {
        ++rejected_;
        proposed_ = proposed;
        if (!(lane(proposed_, 0) < StepRules::smallest_step * dt_)) return EndReason::completed;
        return std::isfinite(lane(norm, 0)) ? EndReason::step_size_underflow : EndReason::not_finite;
    }
    Real next_step() {
        Number proposed = proposed_;
        if (!motion_->limit.none()) {
            const Real whole = cut_step(Real(proposed), remaining_);
            const Number share = motion_->limit.allowed_fraction(z_, dzdt_, whole);
            proposed = select(share < Number(1.0), leading(whole) * share, proposed);
        }
        return cut_step(Real(protocol_.stride * proposed), remaining_);
    }

    // Repeats the whole interval with RATTLE where all rows together lose rank between the two samples
    // (integrate_through_fold.hpp).
    bool pass_fold(const OneState& start) {
        if constexpr (!exact) {
            OneState z = start;
            if (!may_fold(*system_) || !integrate_through_fold(*system_, dt_, facts(protocol_.method).fold_steps, z))
                return false;
            set(z);
            remaining_ = Real(0.0);
            proposed_ = Number(not_proposed);
            known_ = false;
            choose();
            return true;
        }
        return false;
    }

    static constexpr double not_proposed = -1;
    const Mask<Real> all_lanes = Real(0.0) <= Real(0.0);

    const RowSelectionMonitor& rows_;
    const ConstrainedSystem& given_;
    const Protocol& protocol_;
    const double dt_;
    const Limits limits_;
    // The system with the chosen rows; null until a choice has succeeded.
    std::shared_ptr<const ConstrainedSystem> system_;
    std::unique_ptr<Motion> motion_;
    double at_choice_ = 1;  // conditioning of the rows when they were chosen
    Step<Real> step_;
    State z_, dzdt_, z_new_, error_;
    std::vector<double> leading_;
    std::vector<Number> atol_;
    Number proposed_ = Number(not_proposed);
    Real remaining_ = Real(0.0);
    double accepted_ = 0, rejected_ = 0;
    bool known_ = false;  // dzdt_ belongs to z_
};

}  // namespace cchnn
