#pragma once
// Writes a RobotModel as the JSON text of a system in space.

#include <optional>
#include <string>

#include "convert/remarks.hpp"
#include "convert/robot_model.hpp"

namespace cchnn {

// With `rate_std` initial states are drawn within the ranges of joints; else they are those of the model. Throws
// SpecError: what moving_bodies() rejects, joints of flat bodies that no constraint can be attached to, and joints whose
// starts cannot be drawn.
std::string write_system(const RobotModel& model, std::optional<double> rate_std, Remarks& remarks);

}  // namespace cchnn
