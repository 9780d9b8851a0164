#pragma once
// How accurate one solution in double-double numbers is to be.

namespace cchnn {

struct Accuracy {
    double rtol;       // and atol, as in Protocol
    double nudge = 0;  // relative, of its initial state (nudge.hpp)
    int nudge_pattern = 0;
    double most_steps = 1e9;  // of the whole trajectory
};

}  // namespace cchnn
