#pragma once
// MJCF, MuJoCo's own format, -> RobotModel: bodies, joints, masses, equalities, gravity and keyframes. Contacts, limits,
// actuators, tendons and sensors are losses.

#include <filesystem>

#include "convert/remarks.hpp"
#include "convert/robot_model.hpp"
#include "convert/xml_element.hpp"

namespace cchnn {

// `directory` is that of the file: includes and meshes lie there or below.
RobotModel read_mjcf(XmlElement mujoco, const std::filesystem::path& directory, Remarks& remarks);

}  // namespace cchnn
