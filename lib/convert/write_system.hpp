#pragma once
// Writes a RobotModel as the JSON text of a system in space.

#include <string>

#include "convert/remarks.hpp"
#include "convert/robot_model.hpp"

namespace cchnn {

// Throws SpecError: what moving_bodies() rejects, and joints of flat bodies that no constraint can be attached
// to.
std::string write_system(const RobotModel& model, Remarks& remarks);

}  // namespace cchnn
