#pragma once
// The vector field dz/dt of a system and its projection onto the constraint manifold, independent of the kernel that
// computes them (general_dynamics.hpp has the equations). All lanes share one system, or each lane has its own member
// of a family. Steppers call Dynamics; make_field.hpp chooses the kernel.
//
//   z = (x, p), (x, p, e), (x, p, s) or (x, p, e, s):  e the energy lost so far, s parameters of points on curves, then
//                                                      counted angles; of a driven system then w, t, u
//                                                      (driven_forces.hpp)
//
// Free bodies, bodies held at one point, and trees of rigid bodies have a smaller form of states, z = (y, w) of
// kernels/free_bodies.hpp and kernels/joint_states.hpp, where a stepper asks for it.
//
// Real is double, Lanes, double-double lanes, a dual or a quad type. Kernels for the types of the library are compiled
// in files of their own (fields/). Use one object per thread: it owns workspace.

#include <memory>
#include <type_traits>
#include <vector>

#include "core/to_size.hpp"
#include "mechanics/constrained_system.hpp"
#include "numbers/double_double.hpp"

namespace cchnn {

// Number types whose steps end on the manifold, so that (8) suffices; it is compiled for these only.
template <class Real>
inline constexpr bool steps_on_manifold =
    std::is_same_v<Real, double> || std::is_same_v<Real, Lanes> || is_double_double<Real>;

// The interface of a kernel; numbers refer to general_dynamics.hpp. The evaluations return the rate of energy loss.
template <class Real>
class KernelField {
  public:
    KernelField() = default;
    KernelField(const KernelField&) = delete;
    KernelField& operator=(const KernelField&) = delete;
    virtual ~KernelField() = default;

    virtual Real evaluate(const Real* x, const Real* p, const Real* s, Real* dx, Real* dp, Real* ds) = 0;  // (1) to (6)
    virtual Real evaluate_on_manifold(const Real* x, const Real* p, const Real* s, Real* dx, Real* dp,
                                      Real* ds) = 0;  // (8)
    // (8) at the x and s that project() has just returned in every lane: Jacobian and factors are reused.
    virtual Real evaluate_projected(const Real* x, const Real* p, const Real* s, Real* dx, Real* dp, Real* ds) = 0;
    virtual void project(Real* x, Real* p, Real* s, const Mask<Real>& active) = 0;  // (7)

    // v = M^-1 p, and the energy H.
    virtual void velocity(const Real* p, Real* v) const = 0;
    virtual Real energy(const Real* x, const Real* v, const Real* s) const = 0;
    // The largest passage of a force centre between two states, squared (passage.hpp); 0 without centres.
    virtual Leading<Real> square_passage(const Real* x, const Real* x_new) const = 0;
    // In a family: lane l has the constants of this member from here on.
    virtual void seat(int lane, const ConstrainedSystem& member) = 0;
};

// A field whose states have as many numbers as the degrees of freedom need, or few more: its x are positions,
// orientations and joint coordinates y, its p their rates w.
template <class Real>
class MinimalField : public KernelField<Real> {
  public:
    virtual std::size_t positions() const = 0;   // the size of y
    virtual std::size_t velocities() const = 0;  // and of w
    // Puts the state with these nodes into lane l.
    virtual void place(int l, const double* x, const double* v, Real* y, Real* w) = 0;
    virtual void nodes(const Real* y, const Real* w, Real* x, Real* v) const = 0;
};

// The system outlives the field.
template <class Real>
std::unique_ptr<KernelField<Real>> make_field(const ConstrainedSystem& system);
// Every lane has the constants of `like` until it is seated.
template <class Real>
std::unique_ptr<KernelField<Real>> make_family_field(const ConstrainedSystem& like);

// The same for systems whose constants have minimal states (has_minimal_states()); compiled for Lanes only.
template <class Real>
std::unique_ptr<MinimalField<Real>> make_minimal_field(const ConstrainedSystem& system);
template <class Real>
std::unique_ptr<MinimalField<Real>> make_family_minimal_field(const ConstrainedSystem& like);

// A tag: every lane has its own member of a family, instead of one system for all lanes.
struct EachLane {};

template <class Real>
class Dynamics {
  public:
    using State = std::vector<Real>;

    explicit Dynamics(const ConstrainedSystem& system) : Dynamics(system, make_field<Real>(system)) {}
    Dynamics(const ConstrainedSystem& like, EachLane) : Dynamics(like, make_family_field<Real>(like)) {}

    explicit Dynamics(std::unique_ptr<MinimalField<Real>> field)
        : half_(field->positions()),
          moving_(half_ + field->velocities()),
          minimal_(field.get()),
          field_(std::move(field)) {}

    std::size_t size() const { return moving_ + dissipative_ + parameters_; }
    // The index in z where s begins.
    std::size_t track_offset() const { return moving_ + dissipative_; }
    // The size of x, or of y.
    std::size_t positions() const { return half_; }
    // The field of (y, w) if these are z, else null.
    MinimalField<Real>* minimal() const { return minimal_; }

    void seat(int lane, const ConstrainedSystem& member) { field_->seat(lane, member); }

    // The call that Odeint's steppers expect. `Time` is not used: the time of a driven system is a component of z.
    template <class Time>
    void operator()(const State& z, State& dzdt, const Time&) {
        const Real power_lost = field_->evaluate(z.data(), z.data() + half_, z.data() + track_offset(), dzdt.data(),
                                                 dzdt.data() + half_, dzdt.data() + track_offset());
        if (dissipative_) dzdt[moving_] = power_lost;
    }
    // (8)
    void on_manifold(const State& z, State& dzdt) {
        static_assert(steps_on_manifold<Real>);
        const Real power_lost =
            field_->evaluate_on_manifold(z.data(), z.data() + half_, z.data() + track_offset(), dzdt.data(),
                                         dzdt.data() + half_, dzdt.data() + track_offset());
        if (dissipative_) dzdt[moving_] = power_lost;
    }
    // The same bits at less cost, for the z that project() has just returned.
    void after_projection(const State& z, State& dzdt) {
        static_assert(steps_on_manifold<Real>);
        const Real power_lost =
            field_->evaluate_projected(z.data(), z.data() + half_, z.data() + track_offset(), dzdt.data(),
                                       dzdt.data() + half_, dzdt.data() + track_offset());
        if (dissipative_) dzdt[moving_] = power_lost;
    }

    // (7) in the lanes of `active`; a lane's result does not depend on the others.
    void project(State& z, const Mask<Real>& active) {
        field_->project(z.data(), z.data() + half_, z.data() + track_offset(), active);
    }

    void velocity(const Real* p, Real* v) const { field_->velocity(p, v); }
    Real energy(const Real* x, const Real* v, const Real* s) const { return field_->energy(x, v, s); }
    Leading<Real> square_passage(const State& z, const State& z_new) const {
        return field_->square_passage(z.data(), z_new.data());
    }

  private:
    Dynamics(const ConstrainedSystem& system, std::unique_ptr<KernelField<Real>> field)
        : half_(system.state_size()),
          moving_(2 * half_),
          dissipative_(system.dissipative()),
          parameters_(system.parameter_count() + system.driven_size()),
          field_(std::move(field)) {}

    std::size_t half_, moving_;  // the sizes of x and of (x, p)
    bool dissipative_ = false;
    std::size_t parameters_ = 0;
    MinimalField<Real>* minimal_ = nullptr;
    std::unique_ptr<KernelField<Real>> field_;
};

}  // namespace cchnn
