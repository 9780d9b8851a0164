#pragma once
// The tangent flow: state and tangent vectors are integrated together, dz/dt = F(z), d(dz)/dt = F'(z) dz, by Verner
// 8(7) on dual numbers, each lane with its own steps. Dual numbers differentiate the integrator itself, so no
// variational equations are written out. The projection after each step is differentiated too: tangent vectors stay
// tangent, dPhi . dx = 0 and d(dPhi/dt) . (dx, dp) = 0, to rounding.
//
// The step size follows from the error of the state and the step limit (step_limit.hpp) alone, so that all flows along
// one trajectory take the same steps. `longest_step` bounds it where the state hardly moves while tangent vectors do,
// near an equilibrium.
//
// With Value = Lanes every lane has a trajectory of its own, with one tangent vector. With Value = double there is one
// trajectory for all lanes, and each lane has one of its tangent vectors.

#include <memory>
#include <utility>
#include <vector>

#include "core/to_size.hpp"
#include "integrate/steppers/kernel_stop.hpp"
#include "integrate/steppers/runge_kutta.hpp"
#include "integrate/steppers/step_control.hpp"
#include "integrate/steppers/step_limit.hpp"
#include "integrate/steppers/tangent_motion.hpp"
#include "mechanics/kernels/dynamics.hpp"
#include "numbers/dual.hpp"
#include "numbers/lanes.hpp"

namespace cchnn {

// Owns the state, its tangent vectors and two copies of the field: one on dual numbers for the stepper, one on plain
// numbers for the step limit. `Motion` is the interface it implements: TangentMotion, or SensitivityMotion where
// SensitivityFlow derives from it. lyapunov.cpp and sensitivities.cpp use it through KernelDoor.
template <class Value, class Motion = TangentMotion>
class TangentFlow : public Motion {
  public:
    using Real = Dual<Value, Lanes>;

    TangentFlow(const ConstrainedSystem& system, double tolerance, double longest_step)
        : TangentFlow(system, Dynamics<Real>(system), Dynamics<Value>(system), tolerance, longest_step) {}
    // For a family: each lane has its own member system, once it is seated.
    TangentFlow(const ConstrainedSystem& like, EachLane each, double tolerance, double longest_step)
        : TangentFlow({like, {&like}}, Dynamics<Real>(like, each), Dynamics<Value>(like, each), tolerance,
                      longest_step) {}

    std::size_t half() const { return system_.state_size(); }

    void set_state(int l, const InitialState& state) override {
        std::vector<double> p(half());
        system_.momentum(state.v.data(), p.data());
        for (std::size_t i = 0; i < half(); ++i) {
            set_lane(z_[i].value, l, state.x[i]);
            set_lane(z_[half() + i].value, l, p[i]);
        }
        if (system_.dissipative()) set_lane(z_[2 * half()].value, l, 0.0);
        for (std::size_t i = 0; i < state.s.size(); ++i)
            set_lane(z_[dynamics_.track_offset() + i].value, l, state.s[i]);
    }
    double tangent(std::size_t i, int l) const override { return lane(z_[i].tangent, l); }
    void set_tangent(std::size_t i, int l, double value) override { set_lane(z_[i].tangent, l, value); }
    const Value& value(std::size_t i) const { return z_[i].value; }

    void project() override { dynamics_.project(z_, always()); }

    void advance(double span) override {
        Value remaining = select(failed_, Value(0.0), Value(span));
        proposed_ = select(proposed_ > Value(0.0), proposed_, Value(1e-3 * longest_step_));
        for (long step = 0; any(remaining > Value(0.0)); ++step) {
            end_if_stopped();
            if (step == most_steps) failed_ = failed_ || remaining > Value(0.0);
            remaining = select(failed_, Value(0.0), attempt(remaining));
        }
    }
    bool failed(int l) const override { return is_set(failed_, l); }

  protected:
    const ConstrainedSystem& system() const { return system_; }
    Dynamics<Real>& dynamics() { return dynamics_; }
    // Sets the system whose centres and formulas limit the steps of lane l.
    void seat_values(int l, const ConstrainedSystem& member) {
        values_.seat(l, member);
        limit_.seat(l, member);
    }
    const std::vector<Real>& z() const { return z_; }
    void set_value(std::size_t i, int l, double value) { set_lane(z_[i].value, l, value); }

  private:
    static constexpr long most_steps = 1'000'000;    // in one call of advance()
    static constexpr double smallest_share = 1e-13;  // of what remains; smaller steps mean a singularity

    TangentFlow(const BatchSystems& systems, Dynamics<Real> dynamics, Dynamics<Value> values, double tolerance,
                double longest_step)
        : system_(systems.like()),
          tolerance_(tolerance),
          longest_step_(longest_step),
          dynamics_(std::move(dynamics)),
          values_(std::move(values)),
          limit_(systems, values_, 1e-12 * longest_step, tolerance),
          z_(dynamics_.size(), Real(Value(0.0))),
          dzdt_(z_),
          z_new_(z_),
          error_(z_),
          atol_(dynamics_.size(), tolerance) {
        const std::size_t d = system_.dimension();
        for (std::size_t i = 0; i < half(); ++i) atol_[half() + i] *= system_.tolerance_masses()[i / d];
        for (std::size_t i = 0; i < system_.tracks().size(); ++i)
            atol_[dynamics_.track_offset() + i] /= system_.tracks()[i].search->fastest();
    }

    static Mask<Value> always() { return Value(0.0) <= Value(0.0); }

    // One attempted step of all lanes, as in LaneDriver::advance(). Returns the time that remains.
    Value attempt(const Value& remaining) {
        const Mask<Value> active = remaining > Value(0.0);
        proposed_ = select(proposed_ < Value(longest_step_), proposed_, Value(longest_step_));
        dynamics_(z_, dzdt_, 0.0);
        const Value h = seen_step(cut_step(proposed_, remaining), remaining);
        stepper_.do_step(std::ref(dynamics_), z_, dzdt_, Value(0.0), z_new_, h, error_);
        const Value norm = error_norm(error_, z_, z_new_, tolerance_, atol_).value;
        const Value share = limit_.none() ? Value(1.0) : limit_.share(values_of(z_, from_), values_of(z_new_, to_), h);
        const Mask<Value> accepted = active && norm <= Value(1.0) && share >= Value(1.0);
        Value factor = step_factor(eighth_root(norm));
        factor = select(share < Value(1.0) && share < factor, share, factor);
        const Value proposed = h * factor;
        const Value kept = select(factor < Value(5.0), proposed, select(proposed_ > proposed, proposed_, proposed));
        proposed_ = select(active, select(accepted, kept, proposed), proposed_);
        for (std::size_t i = 0; i < z_.size(); ++i) z_[i] = select(accepted, z_new_[i], z_[i]);
        if (any(accepted)) dynamics_.project(z_, accepted);
        failed_ = failed_ || (active && !accepted && !(proposed_ > smallest_share * remaining));
        return select(accepted, remaining - h, remaining);
    }

    // The part of a step that the step limit admits.
    Value seen_step(const Value& whole, const Value& remaining) {
        if (limit_.none()) return whole;
        const Value share = limit_.allowed_fraction(values_of(z_, from_), values_of(dzdt_, to_), whole);
        return select(share < Value(1.0), cut_step(whole * share, remaining), whole);
    }
    static const std::vector<Value>& values_of(const std::vector<Real>& z, std::vector<Value>& values) {
        values.resize(z.size(), Value(0.0));
        for (std::size_t i = 0; i < z.size(); ++i) values[i] = z[i].value;
        return values;
    }

    const ConstrainedSystem& system_;
    const double tolerance_, longest_step_;
    Dynamics<Real> dynamics_;
    Dynamics<Value> values_;  // of the state alone, for the step limit
    StepLimit<Value> limit_;
    std::vector<Value> from_, to_;  // states without tangent parts
    RungeKutta<tableaus::verner_87, std::vector<Real>, Value> stepper_;
    std::vector<Real> z_, dzdt_, z_new_, error_;
    std::vector<double> atol_;  // of each component of z
    Value proposed_ = Value(0.0);
    Mask<Value> failed_ = Value(0.0) < Value(0.0);
};

// The two makers behind KernelDoor: lane_width trajectories with one tangent vector each, and one trajectory with
// lane_width tangent vectors. The system outlives them.
std::unique_ptr<TangentMotion> tangent_each(const ConstrainedSystem& system, double tolerance, double longest_step);
std::unique_ptr<TangentMotion> tangents_of_one(const ConstrainedSystem& system, double tolerance, double longest_step);

}  // namespace cchnn
