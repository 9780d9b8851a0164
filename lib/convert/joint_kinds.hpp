#pragma once
// The motions that the joints between a body and its parent allow together, as constraints that a system has:
//
//   hinge             Joint+Axis      three hinges through one point                 ball
//   slide             Slider          two at right angles through one point          Universal
//   ball              Joint           a hinge, and two slides across it              Planar
//   free              nothing         a hinge, and a slide along it                  Slider that turns
//                                     a hinge, and three slides                      Parallel
//                                     three slides, and a ball or three hinges       nothing
//
// Two hinges that are no Universal have a massless body between them. It is eliminated: it is a rigid
// tetrahedron with two corners on either axis, at the feet p and q of the common perpendicular and at distance
// L along the axes a and b, and its edges become Links.
//
//   parallel   Planar across them, Link of p and q
//   oblique    they meet: Joint, Link of p + L a and p + L b     (Universal at right angles)
//   skew       Link of each corner on one axis and each on the other; with |q - p| = r, |L a - L b| and so on constant,
//              so are a . (q - p), b . (q - p) and a . b. Its mirror image has them too, but no motion leads to it,
//              as r > 0.
//
// Two or three slides on a parent that never turns carry a body along without rotation, like a point mass:
// Planar, or nothing.
//
// Coordinates differ from those of the model, motions do not.

#include "convert/moving_bodies.hpp"

namespace cchnn {

// The kind for the joints of a body. If there is none, reports a problem and returns `free`.
HeldBy hold_of(const ModelBody& body, Remarks& remarks);

// The first hinge of a body that has one.
const ModelJoint& hinge_of(const ModelBody& body);

// Whether slides are perpendicular and have the same coefficient, so that it acts equally in every direction.
bool is_alike(const ModelBody& slides, double ModelJoint::*coefficient);

// The two hinges of a body, in its frame. The feet of parallel hinges are those nearest to a given point.
struct HingePair {
    Vector3 a, b;  // axes, a . b >= 0
    Vector3 p, q;  // feet of the common perpendicular, on a and on b
    double sine;   // of the angle between the axes
    bool meets;
};
HingePair hinge_pair(const ModelBody& body, const Vector3& near);

}  // namespace cchnn
