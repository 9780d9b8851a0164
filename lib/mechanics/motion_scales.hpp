#pragma once
// The scales by which energies, velocities and momenta of a motion are divided, whether it moves or not. score/ and
// stories/ normalise errors with them.
//
//   (1)  u = l / T                                     [m/s]  l a typical length of the system, T the time span
//   (2)  W = kinetic energy of all nodes at u          [J]    = m u^2 / 2 with the whole mass m
//   (3)  K = max over t of the kinetic energy          [J]    W at rest
//   (4)  s = largest speed of a node                   [m/s]  u at rest
//
// A motion is at rest if its kinetic energy stays below 1e-12 W: nothing moves a millionth of l within the span. Then K
// is 0 or rounding, and a quotient by it is meaningless: a system without degrees of freedom, a pendulum at rest.

#include "mechanics/constrained_system.hpp"

namespace cchnn {

struct MotionScales {
    double kinetic = 0;           // K
    double speed = 0;             // s
    double linear_momentum = 0;   // m u, and
    double angular_momentum = 0;  // m u l: for a motion at rest
    bool at_rest = false;
};

// The scales of a motion of `samples` samples of positions and velocities (samples, n, d) in steps of dt.
MotionScales motion_scales(const ConstrainedSystem& system, int samples, double dt, const double* x, const double* v);

}  // namespace cchnn
