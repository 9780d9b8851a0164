#pragma once
// The accuracy of one solution in double-double numbers; refinement.cpp sets it for each trajectory.

namespace cchnn {

struct Accuracy {
    double rtol;       // and atol, as in Protocol
    double nudge = 0;  // relative perturbation of its initial state (nudge.hpp)
    int nudge_pattern = 0;
    double most_steps = 1e9;  // accepted and rejected, of the whole trajectory
};

}  // namespace cchnn
