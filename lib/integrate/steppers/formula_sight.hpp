#pragma once
// Whether a step sees what a potential does that the file writes as a formula: all but 1e-16 of the kinetic energy that is
// at stake, and of what the potential changes by on the step, is smooth to its stages (numbers/step_range.hpp). The
// formula is evaluated on the whole step at once, with the way of every node from Hermite's cubic:
//
//   (1)  x(q) of (x, h v) to (x_new, h v_new), and 2^-7 of its length to every side
//
// to every side, because a force may push across the way where the potential along it does not change.

#include <vector>

#include "mechanics/constrained_system.hpp"

namespace cchnn {

// A step of one trajectory: (n, d) numbers each.
struct StepEnds {
    double length = 0;  // h, s
    std::vector<double> x, v, x_new, v_new;
    std::vector<double> kinetic;  // (n) J, the larger of both ends
};

// Whether the system has such a potential, other than a polynomial of low degree in coordinates.
bool has_narrow_formulas(const ConstrainedSystem& system);
bool sees_formulas(const ConstrainedSystem& system, const StepEnds& step);

}  // namespace cchnn
