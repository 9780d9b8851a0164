#pragma once
// Whether the stages of a step resolve what the file writes as a formula: a potential, a magnetic field, an equation, an input. They
// do if all but 1e-16 of the kinetic energy at stake, and of the change of the potential over the step, is smooth at
// the spacing of the stages (numbers/step_range.hpp). The formula is evaluated once on the whole step, with the path of
// each node as a range around Hermite's cubic:
//
//   (1)  x(q) of (x, h v) to (x_new, h v_new), and 2^-7 of its length to every side
//   (2)  potential of a charge in a field   |q| |w| A_j,  in a plane |q| |w|^2 h B, since A is at most |w| h B   [J]
//   (3)  input   u(t) from t to t + h: all but 1e-16 of the largest |u| on the step
//   (4)  rate    dphi/dx . v + dphi/dt of an equation, with v of the begin: all but 1e-16 of |dphi| |v|, or of the largest
//                rate of one that moves in time
//
// (1) to every side, because a force may push across the path where the potential along it is constant. (2) with the
// larger speed |w| of both ends. (3) is not compared with an energy, because an input may move a system at rest.
// StepLimit calls these functions; LaneDriver calls has_narrow_formulas().

#include <vector>

#include "mechanics/constrained_system.hpp"

namespace cchnn {

// Both ends of a step of one trajectory, (n, d) numbers each.
struct StepEnds {
    double t = 0, length = 0;  // of the begin, and h, s
    std::vector<double> x, v, x_new, v_new;
    std::vector<double> kinetic;  // (n) J, the larger of both ends
};

// Whether the system has a formula other than a polynomial of degree below 16, which every step resolves: of the
// coordinates, or of t (an input, or the displacement of an Origin).
bool has_narrow_formulas(const ConstrainedSystem& system);
bool has_narrow_inputs(const ConstrainedSystem& system);
// Whether the step resolves all formulas of coordinates.
bool sees_formulas(const ConstrainedSystem& system, const StepEnds& step);
// Whether a step of `length`, s, from the time t, s, resolves all inputs that are formulas.
bool sees_inputs(const ConstrainedSystem& system, double t, double length);
// The same for the displacement of Origins and its first two derivatives (mechanics/base_motion.hpp).
bool sees_moves(const ConstrainedSystem& system, double t, double length);

}  // namespace cchnn
