#pragma once
// Reads MJCF, the format of MuJoCo, into a RobotModel: bodies, joints, masses, equalities, gravity and
// keyframes. Contacts, actuators, tendons and sensors are losses.

#include <filesystem>

#include "convert/remarks.hpp"
#include "convert/robot_model.hpp"
#include "convert/xml_element.hpp"

namespace cchnn {

// `directory` is that of the file; included files and meshes must be there or below. `totals` are those of the file, to
// which included files are added. Without `contacts` all collisions are losses.
RobotModel read_mjcf(XmlElement mujoco, const std::filesystem::path& directory, XmlTotals& totals, bool contacts,
                     Remarks& remarks);

}  // namespace cchnn
