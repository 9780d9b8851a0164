#pragma once
// What the joints between a body and its parent allow together, as kinds of constraints that a system has:
//
//   hinge             Joint+Axis      three hinges through one point                 ball
//   slide             Slider          two at right angles through one point          Universal
//   ball              Joint           a hinge, and two slides across it              Planar
//   free              nothing         a hinge, and a slide along it                  Slider that turns
//                                     three slides, and a ball or three hinges       nothing
//
// Two hinges that are no Universal leave out the body between them, which has no mass. It is a rigid tetrahedron: two of
// its corners lie on either axis, at the feet p and q of the common perpendicular and at L along the axes a and b.
//
//   parallel   Planar across them, Link of p and q
//   oblique    they meet: Joint, Link of p + L a and p + L b     (Universal at right angles)
//   skew       Link of each corner on one axis and each on the other; with |q - p| = r, |L a - L b| and so on constant,
//              so are a . (q - p), b . (q - p) and a . b. Its mirror image has them too: no motion gets there, as r > 0.
//
// Two or three slides on what never turns carry a body along as a point mass: Planar, or nothing.
//
// The coordinates differ, the motions do not.

#include "convert/moving_bodies.hpp"

namespace cchnn {

// A problem, and `free`, where no kind stands for them.
HeldBy hold_of(const ModelBody& body, Remarks& remarks);

const ModelJoint& hinge_of(const ModelBody& body);  // its first hinge

// Whether slides are at right angles and have a coefficient in common: it is the same in every direction.
bool is_alike(const ModelBody& slides, double ModelJoint::*coefficient);

// The two hinges of a body, in its frame. The feet of parallel ones are those nearest to a point.
struct HingePair {
    Vector3 a, b;  // axes, a . b >= 0
    Vector3 p, q;  // feet of the common perpendicular, on a and on b
    double sine;   // of the angle between the axes
    bool meets;
};
HingePair hinge_pair(const ModelBody& body, const Vector3& near);

}  // namespace cchnn
