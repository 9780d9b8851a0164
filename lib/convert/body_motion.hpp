#pragma once
// Positions and velocities of the bodies of a model from the coordinates of its joints.
//
//   (1)  hinge   the body turns by q - reference about its axis through its anchor; rate q'
//   (2)  slide   it moves by q - reference along its axis; rate q'
//   (3)  ball    it turns by the quaternion q about its anchor; angular velocity q', in its own axes
//   (4)  free    q is its position and quaternion in space; q' its velocity in space and its angular velocity in its
//                own axes
//
// These are the conventions of MuJoCo; keyframes become initial states by them.

#include <vector>

#include "convert/robot_model.hpp"

namespace cchnn {

// The frame of a body in space, and how it moves.
struct BodyMotion {
    RigidFrame frame;                        // in space
    Vector3 velocity{}, angular_velocity{};  // in space; `velocity` is that of its origin
    Vector3 velocity_of(const Vector3& point_in_space) const {
        return plus(velocity, cross(angular_velocity, minus(point_in_space, frame.origin)));
    }
};

// One entry for each body of the model. `state` has the shape of the model; quaternions may have any length but
// zero.
std::vector<BodyMotion> motions_of(const RobotModel& model, const ModelState& state);

}  // namespace cchnn
