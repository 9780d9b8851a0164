#pragma once
// One trajectory by itself, solved for rows that are chosen where it is, and anew as often as these come close to losing
// their rank (mechanics/plan/rows_on_the_way.hpp): where the rows that all lanes are solved for do so. Method, tolerances
// and step control are the lanes' own. Real is double, or the lanes of double-double numbers, all of them alike.

#include <cmath>
#include <memory>
#include <optional>
#include <type_traits>
#include <vector>

#include "core/to_size.hpp"
#include "integrate/protocol/protocol.hpp"
#include "integrate/steppers/integrate_through_fold.hpp"
#include "integrate/steppers/kernel_stop.hpp"
#include "integrate/steppers/lane_steps.hpp"
#include "integrate/steppers/step_limit.hpp"
#include "integrate/trajectory.hpp"
#include "mechanics/kernels/dynamics.hpp"
#include "numbers/lanes.hpp"

namespace cchnn {

// What drivers have in common.
struct StepRules {
    // Of the output interval; smaller ones mean a singularity: time itself has 2e-16 of it.
    static constexpr double smallest_step = 1e-13;
    static constexpr double shortest_limited = 10 * smallest_step;  // step_limit.hpp
    // Steps between two samples after which a system with loops is looked at.
    static constexpr double held_up_after = 500;
    // Shares of rows (rows_on_the_way.hpp). Below the first, of the best share there, a trajectory leaves the rows of all
    // lanes; above the second, of its own rows' share, it comes back to them; below the third, of their share when they
    // were chosen, its own are chosen anew. Steps and bounds of Bennett's mechanism are the same with 0.4 and 0.02 for the
    // first; with none steps are 3.5 to 4.5 times as many.
    static constexpr double leaves_below = 0.1, returns_above = 0.4, chooses_below = 0.3;
};

// A system whose rows depend on each other around a loop, with rows for one state; null where its own are nearly as good.
// `own`: their share. `best`: that of the best when it was last asked for, 1 before; asked for anew when they fall behind.
inline std::shared_ptr<const ConstrainedSystem> rows_instead(const ConstrainedSystem& system, const double* x,
                                                             const double* s, double own, double& best) {
    const RowsOnTheWay& rows = *system.rows_on_the_way();
    if (!(own < StepRules::leaves_below * best)) return nullptr;
    std::shared_ptr<const ConstrainedSystem> anew = rows.anew(system, x, s);
    if (!anew) return nullptr;
    best = rows.share(*anew, x, s);
    return own < StepRules::leaves_below * best ? anew : nullptr;
}

// A state of one trajectory, in the numbers that it is stepped in.
template <class Real>
using NumberOfLane = std::conditional_t<is_double_double<Real>, DoubleDouble, double>;
template <class Real>
NumberOfLane<Real> exact_lane(const Real& x, int l) {
    if constexpr (is_double_double<Real>) return number_in_lane(x, l);
    else return lane(x, l);
}

template <class Real, template <class> class Step>
class OwnRows {
  public:
    using Number = Leading<Real>;
    using State = std::vector<Real>;
    using OneState = std::vector<NumberOfLane<Real>>;

    // How far it may go, and how accurately: of each component of z.
    struct Limits {
        double rtol = 0;
        std::vector<double> atol;
        double most_steps = INFINITY;  // of the whole trajectory
    };

    // The state lies on the manifold; `system` has rows_on_the_way().
    OwnRows(const ConstrainedSystem& system, const Protocol& protocol, double dt, Limits limits, const OneState& z)
        : rows_(*system.rows_on_the_way()),
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

    // To the next sample.
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
    // z at a time that is off by a rounding.
    OneState state_at(double off) {
        if (off == 0) return state();
        motion_->dynamics.on_manifold(z_, dzdt_);
        OneState z;
        for (std::size_t i = 0; i < z_.size(); ++i) z.push_back(exact_lane(Real(z_[i] + dzdt_[i] * Number(off)), 0));
        return z;
    }
    // Whether the rows of all lanes serve again.
    bool can_return() {
        read_leading();
        return share_of(given_) > StepRules::returns_above * share_of(*system_);
    }
    double wish() const { return lane(wish_, 0); }
    double left() const { return lane(remaining_, 0); }
    double accepted() const { return accepted_; }
    double rejected() const { return rejected_; }

  private:
    static constexpr bool exact = is_double_double<Real>;
    // Of one choice of rows.
    struct Motion {
        Dynamics<Real> dynamics;
        StageField<Real> field{&dynamics, true};
        StepLimit<Real> limit;
        Motion(const ConstrainedSystem& system, double shortest, bool limited)
            : dynamics(system), limit(BatchSystems(system), dynamics, shortest, limited) {}
    };

    void set(const OneState& z) {
        for (std::size_t i = 0; i < z.size(); ++i)
            for (int l = 0; l < lane_count<Real>; ++l) set_lane(z_[i], l, z[i]);
    }
    void read_leading() {
        for (std::size_t i = 0; i < z_.size(); ++i) leading_[i] = lane(z_[i], 0);
    }
    double share_of(const ConstrainedSystem& system) const {
        return rows_.share(system, leading_.data(), leading_.data() + parameters());
    }
    std::size_t parameters() const { return z_.size() - given_.parameter_count(); }

    // Rows for where it is, unless those that it has are nearly as good.
    void choose() {
        read_leading();
        std::shared_ptr<const ConstrainedSystem> anew =
            rows_.anew(given_, leading_.data(), leading_.data() + parameters());
        const double now = system_ ? share_of(*system_) : 0, then = anew ? share_of(*anew) : 0;
        at_choice_ = std::fmax(now, then);
        if (!(then > now)) return;
        motion_.reset();
        system_ = std::move(anew);
        motion_ = std::make_unique<Motion>(*system_, StepRules::shortest_limited * dt_, protocol_.limited);
        known_ = false;
    }

    EndReason advance() {
        if (!known_) motion_->dynamics.on_manifold(z_, dzdt_);
        known_ = true;
        if (lane(wish_, 0) < 0) wish_ = first_step(z_, dzdt_, dt_, motion_->dynamics.track_offset());
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
        const double kept = share_of(*system_);
        if (!(kept > 0)) {
            std::swap(z_, z_new_);
            return reject(0.25 * leading(h), norm);
        }
        ++accepted_;
        known_ = false;
        wish_ = select(factor < Number(5.0), proposed, select(wish_ > proposed, wish_, proposed));
        remaining_ = select(h < remaining_, Real(remaining_ - h), Real(0.0));
        if (kept < StepRules::chooses_below * at_choice_) choose();
        return EndReason::completed;
    }
    EndReason reject(const Number& wish, const Number& norm) {
        ++rejected_;
        wish_ = wish;
        if (!(lane(wish_, 0) < StepRules::smallest_step * dt_)) return EndReason::completed;
        return std::isfinite(lane(norm, 0)) ? EndReason::step_size_underflow : EndReason::not_finite;
    }
    Real next_step() {
        Number wish = wish_;
        if (!motion_->limit.none()) {
            const Real whole = cut_step(Real(wish), remaining_);
            const Number share = motion_->limit.share_ahead(z_, dzdt_, whole);
            wish = select(share < Number(1.0), leading(whole) * share, wish);
        }
        return cut_step(Real(protocol_.stride * wish), remaining_);
    }

    // Over the whole interval, where all rows together lose rank on the way.
    bool pass_fold(const OneState& start) {
        if constexpr (!exact) {
            OneState z = start;
            if (!may_fold(*system_) || !integrate_through_fold(*system_, dt_, facts(protocol_.method).fold_steps, z))
                return false;
            set(z);
            remaining_ = Real(0.0), wish_ = Number(no_wish), known_ = false;
            choose();
            return true;
        }
        return false;
    }

    static constexpr double no_wish = -1;
    const Mask<Real> all_lanes = Real(0.0) <= Real(0.0);

    const RowsOnTheWay& rows_;
    const ConstrainedSystem& given_;
    const Protocol& protocol_;
    const double dt_;
    const Limits limits_;
    std::shared_ptr<const ConstrainedSystem> system_;
    std::unique_ptr<Motion> motion_;
    double at_choice_ = 1;
    Step<Real> step_;
    State z_, dzdt_, z_new_, error_;
    std::vector<double> leading_;
    std::vector<Number> atol_;
    Number wish_ = Number(no_wish);
    Real remaining_ = Real(0.0);
    double accepted_ = 0, rejected_ = 0;
    bool known_ = false;  // dzdt_ is that of z_
};

}  // namespace cchnn
