#pragma once
// Reads a <key> of MJCF as an initial state of the model.

#include "convert/attributes.hpp"
#include "convert/robot_model.hpp"

namespace cchnn {

// Joints must be numbered. Missing qpos and qvel are taken from the drawn configuration at rest.
void add_keyframe(const XmlElement& key, RobotModel& model, Remarks& remarks);

}  // namespace cchnn
