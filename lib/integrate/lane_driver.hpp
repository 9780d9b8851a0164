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
        while (busy_lanes() > 0) advance();
    }

  private:
    struct Lane {
        int trajectory = -1;  // -1: idle
        int sample = 0;       // samples recorded
        long steps = 0;       // since the last one
        bool fresh = false;   // just started: its first step size is still to be guessed
    };

    std::size_t half() const { return to_size(system_.state_size()); }

    std::size_t tracks() const { return system_.tracks().size(); }

    int busy_lanes() const {
        int busy = 0;
        for (const Lane& lane : lanes_) busy += lane.trajectory >= 0;
        return busy;
    }

    void advance() {
        out_.lane_steps += lane_count<Real>;
        out_.busy_lane_steps += busy_lanes();
        const Real h = cut_step(wish_, remaining_);
        step_(dynamics_, z_, dzdt_, h, z_new_, error_);
        const Real norm = error_norm(error_, z_, z_new_, protocol_.rtol, atol_);
        const Mask<Real> accepted = norm <= Real(1.0);
        const Real factor = step_factor(Step<Real>::norm_to_q(norm));
        const Real proposed = h * factor;
        // A step that was cut short and could have grown by more than the bound says nothing against the longer wish.
        const Real kept = select(factor < Real(5.0), proposed, select(wish_ > proposed, wish_, proposed));
        wish_ = select(accepted, kept, proposed);
        for (std::size_t i = 0; i < z_.size(); ++i) z_[i] = select(accepted, z_new_[i], z_[i]);
        if (protocol_.project && any(accepted)) dynamics_.project(z_, accepted);
        for (int l = 0; l < lane_count<Real>; ++l) account(l, lane(norm, l), lane(h, l));
        refresh();
    }

    // What one step did to a lane: time, output, end.
    void account(int l, double norm, double h) {
        Lane& at = lanes_[to_size(l)];
        if (at.trajectory < 0) return;
        Outcome& outcome = out_.outcomes[to_size(at.trajectory)];
        ++at.steps;
        if (!(norm <= 1.0)) {
            ++outcome.rejected;
            if (lane(wish_, l) < smallest_step * times_.dt)
                return end(l, std::isfinite(norm) ? EndReason::step_size_underflow : EndReason::not_finite);
        } else {
            ++outcome.accepted;
            if (h < lane(remaining_, l)) {
                set_lane(remaining_, l, lane(remaining_, l) - h);
            } else {
                set_lane(remaining_, l, times_.dt);
                at.steps = 0;
                record(l);
                if (at.sample == times_.samples) return end(l, EndReason::completed);
            }
        }
        if (at.steps >= protocol_.max_steps) end(l, EndReason::too_many_steps);
    }

    void end(int l, EndReason reason) {
        Lane& at = lanes_[to_size(l)];
        Outcome& outcome = out_.outcomes[to_size(at.trajectory)];
        outcome.reason = reason;
        outcome.samples = at.sample;
        outcome.time = times_.time(at.sample - 1);
        if (reason != EndReason::completed) outcome.time += times_.dt - lane(remaining_, l);
        start_next(l);
    }

    void start_next(int l) {
        Lane& at = lanes_[to_size(l)];
        at = Lane{};
        if (next_ == states_.size()) return;
        const InitialState& state = states_[next_];
        at.trajectory = static_cast<int>(next_++);
        at.fresh = true;
        for (std::size_t i = 0; i < half(); ++i) set_lane(z_[i], l, state.x[i]);
        sample_v_.resize(half());
        system_.momentum(state.v.data(), sample_v_.data());
        for (std::size_t i = 0; i < half(); ++i) set_lane(z_[half() + i], l, sample_v_[i]);
        if (system_.dissipative()) set_lane(z_[2 * half()], l, 0.0);
        std::vector<double> s = state.s;
        if (s.size() != tracks()) s = system_.nearest_parameters(state.x.data(), state.v.data());
        for (std::size_t i = 0; i < tracks(); ++i) set_lane(z_[dynamics_.track_offset() + i], l, s[i]);
        set_lane(remaining_, l, times_.dt);
        store(at, state.x.data(), state.v.data(), 0.0, s.data());  // the state as given, not M^-1 M v
    }

    void record(int l) {
        sample_x_.resize(half()), sample_p_.resize(half()), sample_v_.resize(half());
        for (std::size_t i = 0; i < half(); ++i) {
            sample_x_[i] = lane(z_[i], l);
            sample_p_[i] = lane(z_[half() + i], l);
        }
        system_.velocity(sample_p_.data(), sample_v_.data());
        sample_s_.resize(tracks());
        for (std::size_t i = 0; i < tracks(); ++i) sample_s_[i] = lane(z_[dynamics_.track_offset() + i], l);
        store(lanes_[to_size(l)], sample_x_.data(), sample_v_.data(),
              system_.dissipative() ? lane(z_[2 * half()], l) : 0.0, sample_s_.data());
    }

    void store(Lane& at, const double* x, const double* v, double dissipated, const double* s) {
        const std::size_t sample = to_size(at.trajectory) * to_size(times_.samples) + to_size(at.sample++);
        std::copy(x, x + half(), out_.x.begin() + static_cast<long>(sample * half()));
        std::copy(v, v + half(), out_.v.begin() + static_cast<long>(sample * half()));
        out_.energy[sample] = system_.energy(x, v);
        if (system_.dissipative()) out_.dissipated[sample] = dissipated;
        std::copy(s, s + tracks(), out_.track_parameter.begin() + static_cast<long>(sample * tracks()));
    }

    // dz/dt where the lanes are now, and a first step size for those that just started.
    void refresh() {
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
    const TimeGrid times_;
    const Protocol& protocol_;
    TrajectoryBatch& out_;
    Dynamics<Real> dynamics_;
    Step<Real> step_;
    std::vector<Real> z_, dzdt_, z_new_, error_;
    std::vector<double> atol_;  // of each component of z
    Real wish_ = Real(1.0), remaining_ = Real(1.0);
    std::vector<Lane> lanes_ = std::vector<Lane>(to_size(lane_count<Real>));
    std::vector<double> sample_x_, sample_p_, sample_v_, sample_s_;
    std::size_t next_ = 0;
};

}  // namespace cchnn
