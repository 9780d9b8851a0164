#pragma once
// Assigns trajectories to lanes and stores their results: hands out initial states in order, writes samples into the
// batch, and records how each trajectory ended. LaneDriver and FixedStepDriver own one each; they step, this class does
// not.

#include <algorithm>
#include <vector>

#include "core/to_size.hpp"
#include "integrate/batch_systems.hpp"
#include "integrate/trajectory.hpp"
#include "mechanics/exact_momentum.hpp"
#include "mechanics/kernels/dynamics.hpp"
#include "numbers/double_double.hpp"
#include "numbers/lanes.hpp"
#include "sample/initial_state.hpp"

namespace cchnn {

// `Seat` is the occupancy of one lane: which trajectory is in it, and how many of its samples are stored. To seat a
// trajectory is to load its initial state and, in a family, its system into that lane.
template <class Real>
class LaneRecords {
  public:
    LaneRecords(const BatchSystems& systems, const std::vector<InitialState>& states, TimeGrid times,
                TrajectoryBatch& out)
        : systems_(systems), states_(states), times_(times), out_(out), p_(half_), v_(half_, Real(0.0)) {}

    int busy() const { return busy_; }
    bool empty(int l) const { return seats_[l].trajectory < 0; }
    bool complete(int l) const { return seats_[l].sample == times_.samples; }
    void count_step() const {
        out_.lane_steps += lane_count<Real>;
        out_.busy_lane_steps += busy_;
    }

    // Loads the next initial state into the empty lane l of z = (x, p[, e][, s][, w, t, u]), or minimal ones (y, w),
    // and records its first sample; false if none is left. The sample is the state as given, not M^-1 M v. `motion`, a
    // Dynamics or the steps of FixedStepDriver, receives the constants of the lane's system in a family.
    template <class Motion>
    bool seat_next(int l, std::vector<Real>& z, Motion& motion) {
        if (next_ == states_.size()) return false;
        const InitialState& state = states_[next_];
        const ConstrainedSystem& system = systems_.of(next_);
        if (!systems_.one_for_all()) motion.seat(l, system);
        Seat& seat = seats_[l] = {static_cast<int>(next_++), 0};
        ++busy_;
        if (MinimalField<Real>* const bodies = minimal(motion))
            bodies->place(l, state.x.data(), state.v.data(), z.data(), z.data() + bodies->positions());
        else load(l, state, system, z);

        const std::size_t sample = next_sample(seat);
        std::copy_n(state.x.data(), half_, &out_.x[sample * half_]);
        std::copy_n(state.v.data(), half_, &out_.v[sample * half_]);
        // The state has its curve parameters s. system.potential_energy() would search for them, and kernels cannot
        // call that search.
        out_.energy[sample] =
            system.kinetic_energy(state.x.data(), state.v.data()) +
            ForceFunctions<double, double>::energy(system.dimension(), system.forces(), state.x.data(), state.s.data());
        if (dissipative_) out_.dissipated[sample] = 0.0;
        if (driven_) out_.work[sample] = 0.0;
        std::copy_n(state.u.begin(), inputs_, out_.u.begin() + static_cast<long>(sample * inputs_));
        std::copy_n(state.s.begin(), tracks_, out_.track_parameter.begin() + static_cast<long>(sample * tracks_));
        std::copy_n(state.s.begin() + static_cast<long>(tracks_), angles_,
                    out_.counted_angle.begin() + static_cast<long>(sample * angles_));
        drive(l, z);
        return true;
    }
    // Gives lane l of z the time of its last recorded sample, the inputs there, and their slopes from there on.
    void drive(int l, std::vector<Real>& z) const {
        if (!driven_) return;
        const int k = seats_[l].sample - 1;
        const Exact time = Exact(start(l).t) + Exact(times_.time(k));
        set_lane(z[driven_offset() + 1], l, FromExact<Number>::of(time));
        const double* const u = &start(l).u[k * inputs_];
        for (std::size_t i = 0; i < inputs_; ++i) set_lane(z[driven_offset() + 2 + i], l, u[i]);
        const DrivenForcesOf<double>& driven = systems_.like().forces().driven;
        const std::size_t slopes = driven_offset() + 2 + driven.formulas.size();
        for (std::size_t j = 0; j < driven.linear.size() && k + 1 < times_.samples; ++j) {
            const std::size_t i = driven.linear[j];
            const Exact rise = Exact(u[inputs_ + i]) - Exact(u[i]);
            const Exact slope = rise / (Exact(times_.time(k + 1)) - Exact(times_.time(k)));
            set_lane(z[slopes + j], l, FromExact<Number>::of(slope));
        }
    }

    // The stored time of lane l's next sample minus k dt, s; 0 for an empty lane and for a driven system.
    double off_time(int l) const { return empty(l) || driven_ ? 0.0 : times_.off(seats_[l].sample); }
    // From the last recorded sample of lane l to the next one, s. Inputs switch at the stored times, so that the steps
    // of a driven system end there; the difference of two neighbours is exact.
    double interval(int l) const {
        const int next = seats_[l].sample;
        return driven_ ? times_.time(next) - times_.time(next - 1) : times_.dt;
    }

    // Computes velocities and energies of state z in all lanes at once. record() then stores single lanes of it.
    template <class Motion>
    void read(const std::vector<Real>& z, const Motion& motion) {
        state_ = z.data();
        if (const MinimalField<Real>* const bodies = minimal(motion)) {
            x_.resize(half_, Real(0.0));
            bodies->nodes(state_, state_ + bodies->positions(), x_.data(), v_.data());
            nodes_ = x_.data();
            energy_ = motion.energy(nodes_, v_.data(), nullptr);
            return;
        }
        nodes_ = state_;
        motion.velocity(state_ + half_, v_.data());
        energy_ = motion.energy(nodes_, v_.data(), state_ + track_offset());
    }
    // Trajectory, initial state and system of lane l, which is not empty.
    std::size_t trajectory(int l) const { return seats_[l].trajectory; }
    int samples(int l) const { return seats_[l].sample; }  // recorded so far
    const InitialState& start(int l) const { return states_[trajectory(l)]; }
    const ConstrainedSystem& system(int l) const { return systems_.of(trajectory(l)); }

    // Stores the next sample of lane l, from the state that read() was given.
    void record(int l) {
        const std::size_t sample = next_sample(seats_[l]);
        double *const x = &out_.x[sample * half_], *const v = &out_.v[sample * half_];
        const Real *const z = state_, *const all_x = nodes_, *const all_v = v_.data();
        for (std::size_t i = 0; i < half_; ++i) {
            x[i] = lane(all_x[i], l);
            v[i] = lane(all_v[i], l);
        }
        out_.energy[sample] = lane(energy_, l);
        if (dissipative_) out_.dissipated[sample] = lane(z[2 * half_], l);
        if (driven_) out_.work[sample] = lane(z[driven_offset()], l);
        const double* const u = start(l).u.data() + to_size(seats_[l].sample - 1) * inputs_;
        std::copy_n(u, inputs_, out_.u.begin() + static_cast<long>(sample * inputs_));
        for (std::size_t i = 0; i < tracks_; ++i)
            out_.track_parameter[sample * tracks_ + i] = lane(z[track_offset() + i], l);
        for (std::size_t i = 0; i < angles_; ++i)
            out_.counted_angle[sample * angles_ + i] = lane(z[track_offset() + tracks_ + i], l);
    }

    // Empties lane l and stores its outcome. The trajectory continued for `after` s beyond its last sample; `passed_at`
    // is when a fixed step first passed the centre of a force, or -1.
    Outcome& end(int l, EndReason reason, double after, long accepted, long rejected, double passed_at = -1) {
        Seat& seat = seats_[l];
        Outcome& outcome = out_.outcomes[seat.trajectory];
        outcome = {reason, seat.sample, times_.time(seat.sample - 1) + after, accepted, rejected, false, passed_at};
        seat.trajectory = -1;
        --busy_;
        return outcome;
    }

  private:
    using Number = std::conditional_t<is_double_double<Real>, DoubleDouble, double>;  // type of the momenta of one lane
    struct Seat {
        int trajectory = -1;  // -1: empty
        int sample = 0;       // samples recorded
    };
    // The field of minimal states if `motion` has them, else null; steps of equal length always have nodes.
    static MinimalField<Real>* minimal(const Dynamics<Real>& motion) { return motion.minimal(); }
    template <class EqualSteps>
    static MinimalField<Real>* minimal(const EqualSteps&) {
        return nullptr;
    }
    void load(int l, const InitialState& state, const ConstrainedSystem& system, std::vector<Real>& z) {
        if constexpr (is_double_double<Real>) {
            p_ = exact_momentum<DoubleDouble>(system, state.v.data());
            if (!state.more_v.empty()) {
                std::vector<double> more(half_);
                system.momentum(state.more_v.data(), more.data());
                for (std::size_t i = 0; i < half_; ++i) p_[i] = p_[i] + more[i];
            }
        } else {
            system.momentum(state.v.data(), p_.data());
        }
        for (std::size_t i = 0; i < half_; ++i) {
            if constexpr (is_double_double<Real>)
                set_lane(z[i], l, DoubleDouble(state.x[i]) + (state.more_x.empty() ? 0.0 : state.more_x[i]));
            else set_lane(z[i], l, state.x[i]);
            set_lane(z[half_ + i], l, p_[i]);
        }
        if (dissipative_) set_lane(z[2 * half_], l, 0.0);
        for (std::size_t i = 0; i < tracks_ + angles_; ++i) set_lane(z[track_offset() + i], l, state.s[i]);
        if (driven_) set_lane(z[driven_offset()], l, 0.0);
    }
    std::size_t track_offset() const { return 2 * half_ + dissipative_; }
    std::size_t driven_offset() const { return track_offset() + tracks_ + angles_; }
    std::size_t next_sample(Seat& seat) const {
        return to_size(seat.trajectory) * to_size(times_.samples) + to_size(seat.sample++);
    }

    const BatchSystems& systems_;
    const std::vector<InitialState>& states_;
    const std::size_t half_ = systems_.like().state_size(), tracks_ = systems_.like().tracks().size(),
                      angles_ = systems_.like().angles().size();
    const std::size_t inputs_ = systems_.like().inputs().size();
    const bool dissipative_ = systems_.like().dissipative(), driven_ = systems_.like().driven();
    const TimeGrid times_;
    TrajectoryBatch& out_;
    std::vector<Seat> seats_ = std::vector<Seat>(lane_count<Real>);
    std::vector<Number> p_;    // momenta of one initial state
    std::vector<Real> x_, v_;  // nodes of minimal states, and velocities, of the state that read() was given
    Real energy_ = Real(0.0);
    const Real *state_ = nullptr, *nodes_ = nullptr;
    int busy_ = 0;
    std::size_t next_ = 0;
};

}  // namespace cchnn
