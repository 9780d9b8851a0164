#pragma once
// States moved together with their derivatives with respect to a parameter of the system, or to where they start
// (sensitivity_flow.hpp), whatever lanes are made of.

#include <span>

#include "integrate/steppers/tangent_motion.hpp"
#include "mechanics/constrained_system.hpp"

namespace cchnn {

// A system and its change with a parameter: the one in the middle of two, of the same shape, whose parameters are
// `between` apart. Both are the same where it is the start that changes.
struct SystemSlope {
    const ConstrainedSystem *above, *below;
    double between;
};

class SensitivityMotion : public TangentMotion {
  public:
    // Lane l: a system, its state at t = 0, and how that changes, dx and dv, n d numbers each; empty: not at all, but as
    // the constraints of a changing system ask for in project().
    virtual void seat(int l, const SystemSlope& system, const InitialState& state, std::span<const double> dx,
                      std::span<const double> dv) = 0;
    // The derivatives of (x, v) now, n d numbers each.
    virtual void read(int l, double* dx, double* dv) = 0;
};

}  // namespace cchnn
