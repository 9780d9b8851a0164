#pragma once
// What the joints between a body and its parent allow together, as kinds of constraints that a system has:
//
//   hinge             Joint+Axis      three hinges through one point                 ball
//   slide             Slider          two at right angles through one point          Universal
//   ball              Joint           a hinge, and two slides across it              Planar
//   free              nothing         a hinge, and a slide along it                  Slider that turns
//                                     three slides, and a ball or three hinges       nothing
//
// The coordinates differ, the motions do not.

#include "convert/moving_bodies.hpp"

namespace cchnn {

// A problem, and `free`, where no kind stands for them.
HeldBy hold_of(const ModelBody& body, Remarks& remarks);

const ModelJoint& hinge_of(const ModelBody& body);  // its first hinge

}  // namespace cchnn
