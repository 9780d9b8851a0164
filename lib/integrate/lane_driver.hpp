#pragma once
// Trajectories side by side, one a lane: every lane has its own time and step size, and takes the next trajectory the
// moment it finishes one. The system does not depend on time, so a lane knows only how far the next output is: every
// interval is exactly dt long and no rounding of t builds up.

#include <boost/numeric/odeint/stepper/runge_kutta_dopri5.hpp>
#include <boost/numeric/odeint/stepper/runge_kutta_fehlberg78.hpp>
#include <cmath>
#include <vector>

#include "core/lanes.hpp"
#include "core/to_size.hpp"
#include "integrate/integrate.hpp"
#include "integrate/step_control.hpp"
#include "integrate/verner87.hpp"
#include "mechanics/dynamics.hpp"

namespace cchnn {

// One attempted step of either method: from (z, dzdt) over h to z_new with an error estimate.
template <class Real>
class Dopri5Step {
  public:
    using State = std::vector<Real>;
    explicit Dopri5Step(std::size_t n) : last_(n) {}
    void operator()(Dynamics<Real>& f, const State& z, const State& dzdt, const Real& h, State& z_new, State& error) {
        stepper_.do_step(std::ref(f), z, dzdt, Real(0.0), z_new, last_, h, error);
    }
    static Real norm_to_q(const Real& norm) { return three_sixteenth_power(norm); }

  private:
    boost::numeric::odeint::runge_kutta_dopri5<State, double, State, Real> stepper_;
    State last_;
};

template <class Real>
class Verner87Step {
  public:
    using State = std::vector<Real>;
    explicit Verner87Step(std::size_t) {}
    void operator()(Dynamics<Real>& f, const State& z, const State& dzdt, const Real& h, State& z_new, State& error) {
        stepper_.do_step(std::ref(f), z, dzdt, Real(0.0), z_new, h, error);
    }
    static Real norm_to_q(const Real& norm) { return eighth_root(norm); }

  private:
    runge_kutta_verner87<State, double, State, Real> stepper_;
};

// The second solution of error bounds: coefficients that have nothing in common with Verner's.
template <class Real>
class Fehlberg78Step {
  public:
    using State = std::vector<Real>;
    explicit Fehlberg78Step(std::size_t) {}
    void operator()(Dynamics<Real>& f, const State& z, const State& dzdt, const Real& h, State& z_new, State& error) {
        stepper_.do_step(std::ref(f), z, dzdt, Real(0.0), z_new, h, error);
    }
    static Real norm_to_q(const Real& norm) { return eighth_root(norm); }

  private:
    boost::numeric::odeint::runge_kutta_fehlberg78<State, double, State, Real> stepper_;
};

template <class Real, template <class> class Step>
class LaneDriver {
  public:
    LaneDriver(const ConstrainedSystem& system, const std::vector<InitialState>& states, TimeGrid times,
               const Protocol& protocol, TrajectoryBatch& out)
        : system_(system), states_(states), times_(times), protocol_(protocol), out_(out), dynamics_(system),
          step_(dynamics_.size()), z_(dynamics_.size(), Real(0.0)), dzdt_(z_), z_new_(z_), error_(z_),
          atol_(dynamics_.size(), protocol.atol) {
        const auto d = to_size(system.dimension());
        for (std::size_t i = 0; i < half(); ++i) atol_[half() + i] *= system.masses().body_mass()[i / d];
        // An error of s is one of |C'| times as many metres along the curve.
        for (std::size_t i = 0; i < tracks(); ++i) atol_[dynamics_.track_offset() + i] /= system.tracks()[i].search->fastest();
    }

    void run() {
        for (int l = 0; l < lane_count<Real>; ++l) start_next(l);
        refresh();
        while (busy_ > 0) advance();
    }

  private:
    struct Lane {
        int trajectory = -1;  // -1: idle
        int sample = 0;       // samples recorded
        bool fresh = false;   // just started: its first step size is still to be guessed
    };
    // Counts are whole numbers far below 2^53, kept as Real so that a step counts all lanes at once.
    struct Counts {
        Real accepted = Real(0.0), rejected = Real(0.0);
        Real since_sample = Real(0.0);  // steps of either kind since the last sample
    };

    std::size_t half() const { return half_; }

    std::size_t tracks() const { return tracks_; }

    void advance() {
        out_.lane_steps += lane_count<Real>;
        out_.busy_lane_steps += busy_;
        const Real h = cut_step(wish_, remaining_);
        step_(dynamics_, z_, dzdt_, h, z_new_, error_);
        const Real norm = error_norm(error_, z_, z_new_, protocol_.rtol, atol_);
        const Mask<Real> accepted = norm <= Real(1.0);
        const Real factor = step_factor(Step<Real>::norm_to_q(norm));
        const Real proposed = h * factor;
        // A step that was cut short and could have grown by more than the bound says nothing against the longer wish.
        const Real kept = select(factor < Real(5.0), proposed, select(wish_ > proposed, wish_, proposed));
        wish_ = select(accepted, kept, proposed);
        const std::size_t n = z_.size();
        Real* const z = z_.data();
        const Real* const z_new = z_new_.data();
        for (std::size_t i = 0; i < n; ++i) z[i] = select(accepted, z_new[i], z[i]);
        moved_ = protocol_.project && any(accepted);
        if (moved_) dynamics_.project(z_, accepted);
        account(accepted, norm, h);
        refresh();
    }

    // What one step did to every lane: time, output, end.
    void account(const Mask<Real>& accepted, const Real& norm, const Real& h) {
        const Real one = Real(1.0), none = Real(0.0);
        counts_.accepted += select(accepted, one, none);
        counts_.rejected += select(accepted, none, one);
        counts_.since_sample += one;
        const Mask<Real> arrived = accepted && !(h < remaining_);
        remaining_ = select(arrived, Real(times_.dt), select(accepted, remaining_ - h, remaining_));
        const Mask<Real> stuck = !accepted && wish_ < Real(smallest_step * times_.dt);
        const Mask<Real> slow = counts_.since_sample >= Real(static_cast<double>(protocol_.max_steps));
        if (!any(arrived || stuck || slow)) return;
        for (int l = 0; l < lane_count<Real>; ++l) {
            Lane& at = lanes_[to_size(l)];
            if (at.trajectory < 0) continue;
            if (is_set(arrived, l)) {
                set_lane(counts_.since_sample, l, 0.0);
                record(l);
                if (at.sample == times_.samples) end(l, EndReason::completed);
            } else if (is_set(stuck, l)) {
                end(l, std::isfinite(lane(norm, l)) ? EndReason::step_size_underflow : EndReason::not_finite);
            } else if (is_set(slow, l)) {
                end(l, EndReason::too_many_steps);
            }
        }
    }

    void end(int l, EndReason reason) {
        Lane& at = lanes_[to_size(l)];
        Outcome& outcome = out_.outcomes[to_size(at.trajectory)];
        outcome.reason = reason;
        outcome.samples = at.sample;
        outcome.accepted = static_cast<long>(lane(counts_.accepted, l));
        outcome.rejected = static_cast<long>(lane(counts_.rejected, l));
        outcome.time = times_.time(at.sample - 1);
        if (reason != EndReason::completed) outcome.time += times_.dt - lane(remaining_, l);
        --busy_;
        start_next(l);
    }

    void start_next(int l) {
        Lane& at = lanes_[to_size(l)];
        at = Lane{};
        if (next_ == states_.size()) return;
        const InitialState& state = states_[next_];
        at.trajectory = static_cast<int>(next_++);
        at.fresh = true;
        ++busy_;
        for (Real* count : {&counts_.accepted, &counts_.rejected, &counts_.since_sample}) set_lane(*count, l, 0.0);
        for (std::size_t i = 0; i < half(); ++i) set_lane(z_[i], l, state.x[i]);
        system_.momentum(state.v.data(), sample_p_.data());
        for (std::size_t i = 0; i < half(); ++i) set_lane(z_[half() + i], l, sample_p_[i]);
        if (dissipative_) set_lane(z_[2 * half()], l, 0.0);
        std::vector<double> s = state.s;
        if (s.size() != tracks()) s = system_.nearest_parameters(state.x.data(), state.v.data());
        for (std::size_t i = 0; i < tracks(); ++i) set_lane(z_[dynamics_.track_offset() + i], l, s[i]);
        set_lane(remaining_, l, times_.dt);
        record_given(at, state, s);
        moved_ = false;
    }

    // The first sample is the state as given, not M^-1 M v.
    void record_given(Lane& at, const InitialState& state, const std::vector<double>& s) {
        const std::size_t sample = next_sample(at);
        std::copy_n(state.x.data(), half(), &out_.x[sample * half()]);
        std::copy_n(state.v.data(), half(), &out_.v[sample * half()]);
        out_.energy[sample] = system_.energy(state.x.data(), state.v.data());
        if (dissipative_) out_.dissipated[sample] = 0.0;
        std::copy(s.begin(), s.end(), out_.track_parameter.begin() + static_cast<long>(sample * tracks()));
    }

    // Straight into the batch: the numbers of (x, v) of a state, its energy, what was lost, and the parameters.
    void record(int l) {
        const std::size_t sample = next_sample(lanes_[to_size(l)]), n = half();
        double *const x = &out_.x[sample * n], *const v = &out_.v[sample * n], *const p = sample_p_.data();
        const Real* const z = z_.data();
        for (std::size_t i = 0; i < n; ++i) x[i] = lane(z[i], l);
        for (std::size_t i = 0; i < n; ++i) p[i] = lane(z[n + i], l);
        system_.velocity(p, v);
        out_.energy[sample] = system_.energy(x, v);
        if (dissipative_) out_.dissipated[sample] = lane(z[2 * n], l);
        for (std::size_t i = 0; i < tracks(); ++i)
            out_.track_parameter[sample * tracks() + i] = lane(z[dynamics_.track_offset() + i], l);
    }

    std::size_t next_sample(Lane& at) const {
        return to_size(at.trajectory) * to_size(times_.samples) + to_size(at.sample++);
    }

    // dz/dt where the lanes are now, and a first step size for those that just started.
    void refresh() {
        if (moved_)
            dynamics_.after_projection(z_, dzdt_);
        else
            dynamics_(z_, dzdt_, 0.0);
        Real guess = Real(0.0);
        bool guessed = false;
        for (int l = 0; l < lane_count<Real>; ++l) {
            Lane& at = lanes_[to_size(l)];
            if (!at.fresh) continue;
            if (!guessed) guess = first_step(z_, dzdt_, times_.dt, dynamics_.track_offset());
            guessed = true;
            set_lane(wish_, l, lane(guess, l));
            at.fresh = false;
        }
    }

    // Of the output interval; smaller ones mean a singularity: time itself has 2e-16 of it.
    static constexpr double smallest_step = 1e-13;

    const ConstrainedSystem& system_;
    const std::vector<InitialState>& states_;
    const std::size_t half_ = to_size(system_.state_size()), tracks_ = system_.tracks().size();
    const bool dissipative_ = system_.dissipative();
    const TimeGrid times_;
    const Protocol& protocol_;
    TrajectoryBatch& out_;
    Dynamics<Real> dynamics_;
    Step<Real> step_;
    std::vector<Real> z_, dzdt_, z_new_, error_;
    std::vector<double> atol_;  // of each component of z
    Real wish_ = Real(1.0), remaining_ = Real(1.0);
    std::vector<Lane> lanes_ = std::vector<Lane>(to_size(lane_count<Real>));
    std::vector<double> sample_p_ = std::vector<double>(half());  // one state's momenta
    bool moved_ = false;  // z_ is where it was projected: the dynamics know rows and multipliers there
    Counts counts_;
    int busy_ = 0;  // lanes that have a trajectory
    std::size_t next_ = 0;
};

}  // namespace cchnn
