#pragma once
// The vector field of dynamics.hpp as a stepper sees it: which kernel computes it is chosen once, and kernels are
// compiled for each number type in a file of their own (integrate/dynamics_of_*.cpp, lyapunov/dynamics_of_*.cpp), not
// wherever somebody steps. For any other number type include dynamics.hpp.

#include <memory>
#include <vector>

#include "core/to_size.hpp"
#include "mechanics/constrained_system.hpp"
#include "numbers/lanes.hpp"

namespace cchnn {

// x, p, s, dx, dp, ds point at parts of a state and of its rate; numbers in brackets are those of dynamics.hpp. The
// evaluations return the rate at which energy is lost.
template <class Real>
class DynamicsKernel {
  public:
    virtual ~DynamicsKernel() = default;
    // (1) to (6)
    virtual Real evaluate(const Real* x, const Real* p, const Real* s, Real* dx, Real* dp, Real* ds) = 0;
    // (8)
    virtual Real evaluate_on_manifold(const Real* x, const Real* p, const Real* s, Real* dx, Real* dp, Real* ds) = 0;
    // (8) where project() has just left x and s in every lane.
    virtual Real evaluate_projected(const Real* x, const Real* p, Real* dx, Real* dp, Real* ds) = 0;
    // (7)
    virtual void project(Real* x, Real* p, Real* s, const Mask<Real>& active) = 0;
};

template <class Real, int D>
std::unique_ptr<DynamicsKernel<Real>> make_kernel(const ConstrainedSystem& system);

template <class Real>
class Dynamics {
  public:
    using State = std::vector<Real>;  // (x, p), (x, p, e), (x, p, s) or (x, p, e, s), see size()

    explicit Dynamics(const ConstrainedSystem& system)
        : half_(to_size(system.state_size())),
          dissipative_(system.dissipative()),
          tracks_(system.tracks().size()),
          kernel_(make(system)) {}

    std::size_t size() const { return 2 * half_ + dissipative_ + tracks_; }
    // Where s begins.
    std::size_t track_offset() const { return 2 * half_ + dissipative_; }

    // Called by Odeint's steppers; the system does not depend on time.
    template <class Time>
    void operator()(const State& z, State& dzdt, const Time&) {
        const Real lost = kernel_->evaluate(z.data(), z.data() + half_, z.data() + track_offset(), dzdt.data(),
                                            dzdt.data() + half_, dzdt.data() + track_offset());
        if (dissipative_) dzdt[2 * half_] = lost;
    }
    // (8)
    void on_manifold(const State& z, State& dzdt) {
        const Real lost = kernel_->evaluate_on_manifold(z.data(), z.data() + half_, z.data() + track_offset(),
                                                        dzdt.data(), dzdt.data() + half_, dzdt.data() + track_offset());
        if (dissipative_) dzdt[2 * half_] = lost;
    }
    // The same bits at less cost, for the z that project() has just left.
    void after_projection(const State& z, State& dzdt) {
        const Real lost = kernel_->evaluate_projected(z.data(), z.data() + half_, dzdt.data(), dzdt.data() + half_,
                                                      dzdt.data() + track_offset());
        if (dissipative_) dzdt[2 * half_] = lost;
    }

    // (7) in the lanes of `active`; a lane's result does not depend on the others.
    void project(State& z, const Mask<Real>& active) {
        kernel_->project(z.data(), z.data() + half_, z.data() + track_offset(), active);
    }

  private:
    static std::unique_ptr<DynamicsKernel<Real>> make(const ConstrainedSystem& system) {
        if (system.dimension() == 1) return make_kernel<Real, 1>(system);
        return system.dimension() == 2 ? make_kernel<Real, 2>(system) : make_kernel<Real, 3>(system);
    }

    std::size_t half_;
    bool dissipative_;
    std::size_t tracks_;
    std::unique_ptr<DynamicsKernel<Real>> kernel_;
};

}  // namespace cchnn
