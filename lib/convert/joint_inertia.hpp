#pragma once
// Armature: the inertia of a motor's rotor, which adds armature/2 q'^2 to the kinetic energy. It can be added
// to the inertia of the moving body if q' is the body's rate in space, and not relative to a parent that moves:
//
//   (1)  hinge  on what never turns: I += armature about the axis
//   (2)  ball   on what never turns: I += armature about every axis
//   (3)  slide  on the world: mass += armature, which weighs nothing
//   (4)  free   with the centre of mass at the frame's origin: both
//   (5)  perpendicular slides on the world with the same armature: as (3)
//
// In all other cases it is a loss, since it belongs to neither body alone.

#include <optional>

#include "convert/moving_bodies.hpp"

namespace cchnn {

// The inertia that a joint has to move: everything that hangs from it, in the drawn configuration.
//
//   (1)  hinge   u . I u + m |u x (c - anchor)|^2,  u . I u = tr(S) - u . S u     [kg m^2]
//   (2)  slide   m                                                               [kg]
//
// For each body: it and everything that hangs from it, as one rigid body in its frame.
std::vector<MassDistribution> with_descendants(const std::vector<MovingBody>& bodies);

// (1) or (2) for a body with its descendants; nothing for other joints.
std::optional<double> joint_inertia(const ModelJoint& joint, const MassDistribution& hanging);

// Adds the armature of all joints of `source` to `body`, or reports a loss. `hanging` is the body with
// everything that hangs from it, for the share of the inertia that the message states.
void add_armature(const ModelBody& source, bool on_world, bool parent_never_turns, const MassDistribution& hanging,
                  MovingBody& body, Remarks& remarks);

}  // namespace cchnn
