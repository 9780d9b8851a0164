#pragma once
// Whether the stages of a step resolve a potential that the file writes as a formula. They do if all but 1e-16 of the
// kinetic energy at stake, and of the change of the potential over the step, is smooth at the spacing of the stages
// (numbers/step_range.hpp). The formula is evaluated once on the whole step, with the path of each node as a range
// around Hermite's cubic:
//
//   (1)  x(q) of (x, h v) to (x_new, h v_new), and 2^-7 of its length to every side
//
// to every side, because a force may push across the path where the potential along it is constant. StepLimit is the
// only caller.

#include <vector>

#include "mechanics/constrained_system.hpp"

namespace cchnn {

// Both ends of a step of one trajectory, (n, d) numbers each.
struct StepEnds {
    double length = 0;  // h, s
    std::vector<double> x, v, x_new, v_new;
    std::vector<double> kinetic;  // (n) J, the larger of both ends
};

// Whether the system has a formula other than a polynomial of low degree in the coordinates, which every step resolves.
bool has_narrow_formulas(const ConstrainedSystem& system);
// Whether the step resolves all formulas of the system.
bool sees_formulas(const ConstrainedSystem& system, const StepEnds& step);

}  // namespace cchnn
