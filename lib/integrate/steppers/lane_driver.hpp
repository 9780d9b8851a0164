#pragma once
// Integrates many trajectories with adaptive steps, one trajectory in each SIMD lane. Every lane has its own time and
// step size and takes the next trajectory as soon as its own one ends. A lane stores the time that remains until its
// next output: every interval is exactly dt long, or as long as stored times of a driven system are apart, and no
// rounding of t accumulates. The time in the state of a driven system (mechanics/driven_forces.hpp) is set at outputs.
//
// drivers.cpp instantiates it for each method that controls its step size, integrate_double_double.cpp for
// double-double numbers. There step sizes and error norms are the leading doubles, and each initial state is first
// projected onto the manifold to full precision.

#include <cmath>
#include <span>
#include <vector>

#include "core/to_size.hpp"
#include "integrate/nudge.hpp"
#include "integrate/protocol/accuracy.hpp"
#include "integrate/protocol/protocol.hpp"
#include "integrate/steppers/integrate_through_fold.hpp"
#include "integrate/steppers/kernel_stop.hpp"
#include "integrate/steppers/lane_records.hpp"
#include "integrate/steppers/lane_steps.hpp"
#include "integrate/steppers/reselecting_integrator.hpp"
#include "integrate/steppers/step_control.hpp"
#include "integrate/steppers/step_limit.hpp"
#include "mechanics/kernels/dynamics.hpp"
#include "numbers/lanes.hpp"

namespace cchnn {

// Owns the states of all lanes, the vector field, the stepper and the step control; LaneRecords owns the results.
// `Step` attempts one step of the method (lane_steps.hpp). Where the rows that all lanes solve for become dependent in
// one lane, or nearly so, ReselectingIntegrator integrates that lane by itself with other rows, and returns it at a
// later sample.
template <class Real, template <class> class Step>
class LaneDriver {
  public:
    // `each`: tolerances, perturbation and most steps of each trajectory; only double-double numbers use them.
    LaneDriver(const BatchSystems& systems, const std::vector<InitialState>& states, TimeGrid times,
               const Protocol& protocol, TrajectoryBatch& out, std::span<const Accuracy> each = {})
        : times_(times),
          protocol_(protocol),
          each_(each),
          records_(systems, states, times, out),
          dynamics_(dynamics_of(systems, protocol)),
          step_(dynamics_.size(), protocol),
          limit_(systems, dynamics_, StepRules::shortest_limited * times.dt, protocol.rtol, protocol.limited),
          z_(dynamics_.size(), Real(0.0)),
          dzdt_(z_),
          z_new_(z_),
          error_(z_),
          sampled_(z_),
          folds_(!exact && protocol.project && may_fold(systems.like())),
          rows_change_(protocol.project && systems.like().row_selection_monitor()),
          driven_(systems.like().driven()),
          rtol_(protocol.rtol),
          atol_(dynamics_.size(), Number(protocol.atol)) {
        for (int l = 0; l < lane_count<Real>; ++l) set_tolerances(l, systems.like(), protocol.atol);
    }

    void run() {
        for (int l = 0; l < lane_count<Real>; ++l) start_next(l);
        refresh();
        while (records_.busy() > 0) {
            end_if_stopped();
            advance();
        }
    }

  private:
    using Number = Leading<Real>;
    static constexpr bool exact = is_double_double<Real>;  // tolerances then differ between trajectories
    using SingleTrajectory = ReselectingIntegrator<std::conditional_t<exact, Real, double>, Step>;
    using OneState = typename SingleTrajectory::OneState;
    using Tolerance = std::conditional_t<exact, Number, double>;

    // Minimal states, where the system has them and each step is projected. Solutions in double-double numbers keep the
    // nodes as coordinates, and so check them. Narrow formulas are examined along the paths of nodes.
    static Dynamics<Real> dynamics_of(const BatchSystems& systems, const Protocol& protocol) {
        const ConstrainedSystem& like = systems.like();
        if constexpr (!exact)
            if (protocol.project && like.constants().has_minimal_states() && !has_narrow_formulas(like))
                return Dynamics<Real>(systems.one_for_all() ? make_minimal_field<Real>(like)
                                                            : make_family_minimal_field<Real>(like));
        return systems.one_for_all() ? Dynamics<Real>(like) : Dynamics<Real>(like, EachLane{});
    }

    // One attempted step of all lanes. A step is accepted if its estimated local error is within the tolerances
    // (step_control.hpp (1)) and if the step limit admits its whole length, `share` = 1 (step_limit.hpp). Accepted
    // states are projected onto the manifold, so that constraint errors do not accumulate (Hairer, Lubich, Wanner 2006,
    // IV.4, standard projection).
    void advance() {
        records_.count_step();
        const Real h = next_step();
        step_(field_, z_, dzdt_, h, z_new_, error_);
        const Number norm = error_norm(error_, z_, z_new_, rtol_, atol_);
        const Number share = limit_.none() ? Number(1.0) : limit_.share(z_, z_new_, h);
        const Mask<Real> accepted = norm <= Number(1.0) && share >= Number(1.0);
        Number factor = step_factor(Step<Real>::norm_to_q(norm));
        factor = select(share < Number(1.0) && share < factor, share, factor);
        const Number proposed = leading(h) * factor;
        // After a step that was cut at an output, the earlier and longer proposal is kept if the factor reached its
        // upper bound: the short step says only that a longer one is possible.
        const Number kept = select(factor < Number(5.0), proposed, select(proposed_ > proposed, proposed_, proposed));
        proposed_ = select(accepted, kept, proposed);
        const std::size_t n = z_.size();
        Real* const z = z_.data();
        const Real* const z_new = z_new_.data();
        for (std::size_t i = 0; i < n; ++i) z[i] = select(accepted, z_new[i], z[i]);
        moved_ = protocol_.project && any(accepted);
        if (moved_) dynamics_.project(z_, accepted);
        finish_step(accepted, norm, h);
        refresh();
    }

    // The length of the next step: the proposal of the step control, shortened to what the step limit admits and cut at
    // the next output.
    Real next_step() {
        Number proposed = proposed_;
        if (!limit_.none()) {
            const Real whole = cut_step(Real(proposed), remaining_);
            const Number share = limit_.allowed_fraction(z_, dzdt_, whole);
            proposed = select(share < Number(1.0), leading(whole) * share, proposed);
        }
        return cut_step(Real(protocol_.stride * proposed), remaining_);
    }

    // Bookkeeping after a step: counters and remaining time of all lanes at once, then each lane in which something
    // ends. A lane is `arrived` at an output, `stuck` below the smallest step, `slow` at the most steps of the protocol
    // or of its Accuracy, or `held_up`: it attempted StepRules::held_up_after steps since its last sample, which
    // suggests a singular configuration of a closed loop.
    void finish_step(const Mask<Real>& accepted, const Number& norm, const Real& h) {
        const Number one = Number(1.0), none = Number(0.0);
        accepted_ += select(accepted, one, none);
        rejected_ += select(accepted, none, one);
        since_sample_ += one;
        const Mask<Real> arrived = accepted && !(h < remaining_);
        remaining_ = select(arrived, Real(times_.dt), select(accepted, remaining_ - h, remaining_));
        const Mask<Real> stuck = !accepted && proposed_ < Number(StepRules::smallest_step * times_.dt);
        Mask<Real> slow = since_sample_ >= Number(static_cast<double>(protocol_.max_steps));
        if constexpr (exact) slow = slow || accepted_ + rejected_ >= most_steps_;
        Mask<Real> held_up(false);
        if (folds_ || rows_change_) held_up = !arrived && since_sample_ == Number(StepRules::held_up_after);
        if (!any(arrived || stuck || slow || held_up)) return;
        if (any(arrived)) records_.read(at_stored_time(arrived), dynamics_);
        for (int l = 0; l < lane_count<Real>; ++l) {
            if (records_.empty(l)) continue;
            if (rows_change_ && (is_set(arrived, l) ? needs_reselection(l) : is_set(stuck || slow || held_up, l))) {
                leaving_.push_back(l);
            } else if (is_set(arrived, l)) {
                set_lane(since_sample_, l, 0.0);
                records_.record(l);
                drive(l);
                keep_sample(l);
                if (records_.complete(l)) end(l, EndReason::completed);
                else if (exact && is_set(slow, l)) end(l, EndReason::too_many_steps);
            } else if (is_set(held_up, l) && pass_fold(l)) {
                continue;
            } else if (is_set(stuck, l)) {
                end(l, std::isfinite(lane(norm, l)) ? EndReason::step_size_underflow : EndReason::not_finite);
            } else if (is_set(slow, l)) {
                end(l, EndReason::too_many_steps);
            }
        }
        for (const int l : leaving_) continue_alone(l);  // after the loop: it overwrites the state that record() reads
        leaving_.clear();
    }

    // Stores the outcome of lane l and gives the lane to the next trajectory.
    void end(int l, EndReason reason) {
        const double after = reason == EndReason::completed ? 0.0 : times_.dt - lane(remaining_, l);
        const std::size_t half = to_size(records_.system(l).state_size());
        Outcome& outcome = records_.end(l, reason, after, static_cast<long>(lane(accepted_, l)),
                                        static_cast<long>(lane(rejected_, l)));
        if (reason != EndReason::completed && !dynamics_.minimal())
            for (std::size_t i = 0; i < half; ++i) outcome.last.push_back(lane(z_[i], l));
        start_next(l);
    }

    // Puts the next trajectory into lane l, with its tolerances, its perturbation if it has one, and fresh counters.
    void start_next(int l) {
        if (!records_.seat_next(l, z_, dynamics_)) return;
        limit_.seat(l, records_.system(l));
        if constexpr (exact) {
            const Accuracy own = each_[records_.trajectory(l)];
            set_lane(rtol_, l, own.rtol);
            limit_.set_tolerance(l, own.rtol);
            set_lane(most_steps_, l, own.most_steps);
            set_tolerances(l, records_.system(l), own.rtol);
            nudge(l, own.nudge, own.nudge_pattern);
        } else {
            set_tolerances(l, records_.system(l), protocol_.atol);
        }
        for (Number* count : {&accepted_, &rejected_, &since_sample_}) set_lane(*count, l, 0.0);
        set_lane(remaining_, l, times_.dt);
        set_lane(proposed_, l, not_proposed);
        moved_ = rates_known_ = false;
        best_conditioning_[l] = 1;
        keep_sample(l);
    }

    // Sets the inputs, which switch at samples; Jacobian and factors of the constraints stay valid.
    void drive(int l) {
        if (!driven_ || records_.complete(l)) return;
        records_.drive(l, z_);
        set_lane(remaining_, l, records_.interval(l));
        rates_known_ = false;
    }

    // Stores the state of lane l at its last sample. pass_fold() and continue_alone() start from there; other systems
    // need no copy.
    void keep_sample(int l) {
        if (!folds_ && !rows_change_) return;
        auto& z = at_sample_[l];
        z.resize(z_.size());
        for (std::size_t i = 0; i < z.size(); ++i) z[i] = exact_lane(z_[i], l);
    }
    // Overwrites lane l with state z, `remaining` s before its next output, and invalidates what was computed for the
    // old state.
    void resume_from(int l, const OneState& z, double remaining, double proposed) {
        for (std::size_t i = 0; i < z.size(); ++i) set_lane(z_[i], l, z[i]);
        set_lane(remaining_, l, remaining);
        set_lane(proposed_, l, proposed);
        moved_ = rates_known_ = false;
    }
    // Carries lane l from its last sample to the next one through a configuration in which its constraints are linearly
    // dependent (integrate_through_fold.hpp). The lane then has 0 s left, so that a step of length 0 records the
    // sample.
    bool pass_fold(int l) {
        if constexpr (!exact) {
            OneState z = at_sample_[l];
            if (!integrate_through_fold(records_.system(l), times_.dt, facts(protocol_.method).fold_steps, z))
                return false;
            resume_from(l, z, 0.0, not_proposed);
            return true;
        }
        return false;
    }

    // Whether lane l needs its own set of constraint rows: a row left out of the solve is violated at the sample, or
    // another set is much better conditioned there (better_conditioned_rows()).
    bool needs_reselection(int l) {
        const ConstrainedSystem& system = records_.system(l);
        one_.resize(z_.size());
        for (std::size_t i = 0; i < z_.size(); ++i) one_[i] = lane(z_[i], l);
        const double *const x = one_.data(), *const s = x + dynamics_.track_offset();
        const double own = system.row_selection_monitor()->conditioning(system, x, s);
        return own == 0 || better_conditioned_rows(system, x, s, own, best_conditioning_[l]);
    }
    // Continues lane l from its last sample with constraint rows chosen for its own state (reselecting_integrator.hpp),
    // and records its samples, until the common rows are well conditioned again or the trajectory ends; in a driven
    // system one interval. Only this lane moves meanwhile.
    void continue_alone(int l) {
        const double accepted = lane(accepted_, l), rejected = lane(rejected_, l);
        typename SingleTrajectory::Limits limits{lane(rtol_, l), {}, INFINITY};
        if constexpr (exact) limits.most_steps = lane(most_steps_, l) - accepted - rejected;
        for (const Number& atol : atol_) limits.atol.push_back(lane(atol, l));
        SingleTrajectory motion(records_.system(l), protocol_, records_.interval(l), limits, at_sample_[l]);
        for (bool back = false; !back;) {
            const EndReason reason = motion.go_on();
            set_lane(accepted_, l, accepted + motion.accepted());
            set_lane(rejected_, l, rejected + motion.rejected());
            if (reason != EndReason::completed) {
                set_lane(remaining_, l, motion.left());
                return end(l, reason);
            }
            resume_from(l, motion.state_at(records_.off_time(l)), times_.dt, motion.proposed());
            records_.read(z_, dynamics_);
            records_.record(l);
            resume_from(l, motion.state(), times_.dt, motion.proposed());
            drive(l);
            keep_sample(l);
            set_lane(since_sample_, l, 0.0);
            if (records_.complete(l)) return end(l, EndReason::completed);
            back = driven_ || motion.can_return();  // `motion` has the inputs of one interval
        }
    }

    // Perturbs the initial state by nudge.hpp (1), momenta by dv times their body's mass, for refinement.
    void nudge(int l, double relative, int pattern) {
        if (relative == 0) return;
        const ConstrainedSystem& system = records_.system(l);
        const std::size_t half = system.state_size(), d = system.dimension();
        const Nudge off(records_.start(l), system.dimension(), relative, pattern);
        for (std::size_t i = 0; i < half; ++i) {
            set_lane(z_[i], l, number_in_lane(z_[i], l) + off.x[i]);
            set_lane(z_[half + i], l, number_in_lane(z_[half + i], l) + system.masses().body_mass()[i / d] * off.v[i]);
        }
    }

    // dz/dt at z_. Directly after projections the factored constraint matrix is reused, which gives the same bits.
    void read_rates() {
        if (rates_known_) return;
        if (moved_) dynamics_.after_projection(z_, dzdt_);
        else if (protocol_.project) dynamics_.on_manifold(z_, dzdt_);
        else dynamics_(z_, dzdt_, 0.0);
        rates_known_ = true;
    }

    // The state at the stored time k dt, which is rounded, so that it may differ from the lane's time by half a unit in
    // its last place. One Euler step over this difference, off_time(), is exact to rounding.
    const std::vector<Real>& at_stored_time(const Mask<Real>& arrived) {
        Number off = Number(0.0);
        for (int l = 0; l < lane_count<Real>; ++l)
            if (is_set(arrived, l)) set_lane(off, l, records_.off_time(l));
        if (!any(off != Number(0.0))) return z_;
        read_rates();
        for (std::size_t i = 0; i < z_.size(); ++i) sampled_[i] = z_[i] + dzdt_[i] * off;
        return sampled_;
    }

    // Absolute tolerances of each component of z, step_control.hpp (1). That of a momentum is atol times a mass,
    // rank/tolerance_masses.hpp. An error of a curve parameter s counts as |C'| times as many metres along the curve,
    // one of a counted angle as that many metres at a distance of 1 m. Minimal states have atol itself in every
    // component: errors of orientations and angular velocities count as those of tips at 1 m.
    void set_tolerances(int l, const ConstrainedSystem& system, double atol) {
        if (dynamics_.minimal()) return;
        const std::size_t half = system.state_size(), d = system.dimension();
        for (std::size_t i = 0; i < half; ++i) set_lane(atol_[half + i], l, atol * system.tolerance_masses()[i / d]);
        for (std::size_t i = 0; i < system.tracks().size(); ++i)
            set_lane(atol_[dynamics_.track_offset() + i], l, atol / system.tracks()[i].search->fastest());
        for (std::size_t i = system.tracks().size(); i < system.parameter_count(); ++i)
            set_lane(atol_[dynamics_.track_offset() + i], l, atol);
    }

    // Evaluates dz/dt for the next step, and a first step size for each lane that has just started.
    void refresh() {
        const Mask<Real> fresh = proposed_ == Number(not_proposed);
        if constexpr (is_double_double<Real>)  // states are given to 1e-16; three rounds reach 1e-32
            for (int round = 0; round < 3 && any(fresh); ++round) dynamics_.project(z_, fresh);  // Newton is quadratic
        read_rates();
        rates_known_ = false;
        if (any(fresh))
            proposed_ = select(fresh, first_step(z_, dzdt_, times_.dt, dynamics_.track_offset()), proposed_);
    }

    static constexpr double not_proposed = -1;  // marks a lane that has just started

    const TimeGrid times_;
    const Protocol& protocol_;
    const std::span<const Accuracy> each_;
    LaneRecords<Real> records_;
    Dynamics<Real> dynamics_;
    const StageField<Real> field_{&dynamics_, protocol_.project};
    Step<Real> step_;
    StepLimit<Real> limit_;
    std::vector<Real> z_, dzdt_, z_new_, error_, sampled_;
    const bool folds_, rows_change_, driven_;
    std::vector<OneState> at_sample_ = std::vector<OneState>(lane_count<Real>);
    std::vector<double> best_conditioning_ = std::vector<double>(lane_count<Real>);  // better_conditioned_rows()
    std::vector<double> one_;   // state of one lane, leading doubles
    std::vector<int> leaving_;  // lanes that ReselectingIntegrator continues
    Tolerance rtol_;
    std::vector<Number> atol_;         // of each component of z
    Number most_steps_ = Number(0.0);  // of double-double solutions
    // Step size that the control proposes, in s, before the step limit and the output shorten it.
    Number proposed_ = Number(1.0);
    Real remaining_ = Real(1.0);
    // Whole numbers far below 2^53, kept in lanes so that a step counts all of them at once.
    Number accepted_ = Number(0.0), rejected_ = Number(0.0), since_sample_ = Number(0.0);
    bool moved_ = false;        // z_ was just projected: dynamics_ has Jacobian, factors and curve places of this state
    bool rates_known_ = false;  // dzdt_ belongs to z_
};

}  // namespace cchnn
