#pragma once
// Writes a RobotModel as the JSON text of a system in space.

#include <string>

#include "convert/convert_model.hpp"
#include "convert/remarks.hpp"
#include "convert/robot_model.hpp"

namespace cchnn {

// Takes `rate_std` and `restitution` of the choices. Throws SpecError: what moving_bodies() rejects, joints of flat bodies that
// no constraint can be attached to, and joints whose starts cannot be drawn.
std::string write_system(const RobotModel& model, const ConvertChoices& choices, Remarks& remarks);

}  // namespace cchnn
