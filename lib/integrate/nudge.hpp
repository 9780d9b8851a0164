#pragma once
// A small perturbation of an initial state, with which another solution measures how errors grow. Each point moves by a
// part of `relative` times its distance from the origin in an arbitrary direction, so that points at rest move too.
// Velocities are also changed along themselves, because in a mechanism with one degree of freedom only a change of
// energy makes errors grow:
//
//   (1)  x_a' = x_a + relative |x_a| r_a,   v_a' = v_a + relative (v_a + |v_a| r'_a),   |r_ai| = 1/4 .. 1/2, fixed
//
// The fixed numbers r are a pattern. If errors grow in one direction only, a pattern almost orthogonal to it shows no
// growth, and neither does its opposite: then a second pattern is needed.
//
// The perturbed state violates the constraints by as much. Double-double solutions project it before their first step,
// solutions in double after it.

#include <vector>

namespace cchnn {

struct InitialState;

// The increments of (1) to x and v.
struct Nudge {
    std::vector<double> x, v;
    Nudge(const InitialState& state, int dimension, double relative, int pattern = 0);
};

}  // namespace cchnn
