#pragma once
// A state beside another one: how a second solution finds out what becomes of a small error. Every point moves by some
// `relative` of its own size, in a direction that means nothing, so that what stands still moves too and nothing moves
// along its motion alone, in which errors grow least:
//
//   (1)  x_ai' = x_ai + relative |x_a| r_ai,  v_ai' = v_ai + relative |v_a| r'_ai,  r = +-(1/2 .. 1), a fixed sequence
//
// The state is left off the constraints by as much; who integrates it projects.

#include <vector>

namespace cchnn {

struct InitialState;

// What (1) adds to x and to v: numbers of points in `dimension` dimensions.
struct Nudge {
    std::vector<double> x, v;
    Nudge(const InitialState& state, int dimension, double relative);
};

}  // namespace cchnn
