#pragma once
// Armature: the inertia of a motor's rotor, armature/2 q'^2 of kinetic energy. It is inertia of the body itself where
// q' is its rate in space and not in relation to a parent that moves:
//
//   (1)  hinge  on what never turns: I += armature about the axis
//   (2)  ball   on what never turns: I += armature about every axis
//   (3)  slide  on the world: mass += armature, which weighs nothing
//   (4)  free   with the centre of mass at the frame's origin: both
//
// Elsewhere it is a loss.

#include "convert/moving_bodies.hpp"

namespace cchnn {

// `hanging`: the body and all that hang from it.
void add_armature(const ModelBody& source, bool on_world, bool parent_never_turns, const MassDistribution& hanging,
                  MovingBody& body, Remarks& remarks);

}  // namespace cchnn
