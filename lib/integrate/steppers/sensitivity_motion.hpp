#pragma once
// States that move together with their derivatives with respect to a parameter of the system or to the initial state
// (sensitivity_flow.hpp), as an interface without number types. integrate/sensitivities.cpp uses it.

#include <span>

#include "integrate/steppers/tangent_motion.hpp"
#include "mechanics/constrained_system.hpp"

namespace cchnn {

// The derivative of a system with respect to a parameter, as a central difference: two systems of the same shape whose
// parameters are `between` apart; the system meant lies in the middle. Both are the same system where the initial state
// is what varies.
struct SystemSlope {
    const ConstrainedSystem *above, *below;
    double between;
};

class SensitivityMotion : public TangentMotion {
  public:
    // Loads lane l: the system, its state at t = 0, and the derivative dx, dv of that state, n d numbers each. Empty
    // spans mean that the given state does not vary; the constraints of a varying system may still move it in
    // project().
    virtual void seat(int l, const SystemSlope& system, const InitialState& state, std::span<const double> dx,
                      std::span<const double> dv) = 0;
    // Sets the derivatives of the counted angles of lane l, which project() does not move with x.
    virtual void turn(int l, std::span<const double> rates) = 0;
    // Sets what follows w in the state of lane l, of a driven system: time, inputs and slopes (driven_forces.hpp), and
    // their derivatives.
    virtual void drive(int l, std::span<const double> values, std::span<const double> rates) = 0;
    // Writes the present derivatives of (x, v), n d numbers each.
    virtual void read(int l, double* dx, double* dv) = 0;
};

}  // namespace cchnn
