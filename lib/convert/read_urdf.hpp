#pragma once
// Reads URDF into a RobotModel. Joints are revolute, continuous, prismatic, fixed, floating and planar; a
// planar joint becomes two slides and a hinge. The root link is fixed in space unless `free_base`.

#include "convert/remarks.hpp"
#include "convert/robot_model.hpp"
#include "convert/xml_element.hpp"

namespace cchnn {

// Without `contacts` all collisions are losses.
RobotModel read_urdf(const XmlElement& robot, bool free_base, bool contacts, Remarks& remarks);

}  // namespace cchnn
