#pragma once
// The inertia that a joint has to move: everything that hangs from it, in the drawn configuration.
//
//   (1)  hinge   u . I u + m |u x (c - anchor)|^2,  u . I u = tr(S) - u . S u     [kg m^2]
//   (2)  slide   m                                                               [kg]

#include <optional>

#include "convert/moving_bodies.hpp"

namespace cchnn {

// For each body: it and everything that hangs from it, as one rigid body in its frame.
std::vector<MassDistribution> with_descendants(const std::vector<MovingBody>& bodies);

// (1) or (2) for a body with its descendants; nothing for other joints.
std::optional<double> joint_inertia(const ModelJoint& joint, const MassDistribution& hanging);

}  // namespace cchnn
