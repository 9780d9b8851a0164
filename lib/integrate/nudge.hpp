#pragma once
// A state beside another one: how a second solution finds out what becomes of a small error. Every point moves by some
// `relative` of its own size in a direction that means nothing, so that what stands still moves too; velocities become
// greater as well, since in a mechanism with one freedom nothing but its energy makes errors grow:
//
//   (1)  x_a' = x_a + relative |x_a| r_a,   v_a' = v_a + relative (v_a + |v_a| r'_a),   |r_ai| = 1/4 .. 1/2, fixed
//
// The numbers r are a pattern. Of a motion in which one direction alone grows, a pattern that is all but at right angles to
// it finds out nothing, and neither does its opposite: another pattern is then needed.
//
// The state is left off the constraints by as much; who integrates it projects.

#include <vector>

namespace cchnn {

struct InitialState;

// What (1) adds to x and to v: numbers of points in `dimension` dimensions.
struct Nudge {
    std::vector<double> x, v;
    Nudge(const InitialState& state, int dimension, double relative, int pattern = 0);
};

}  // namespace cchnn
