#pragma once
// A <key> of MJCF as a state of the model.

#include "convert/attributes.hpp"
#include "convert/robot_model.hpp"

namespace cchnn {

// Joints have their numbers already. qpos and qvel that are left out are as the file draws the model, at rest.
void add_keyframe(const XmlElement& key, RobotModel& model, Remarks& remarks);

}  // namespace cchnn
