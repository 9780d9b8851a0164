#pragma once
// URDF -> RobotModel. Joints are revolute, continuous, prismatic, fixed, floating and planar; a planar one is two
// slides and a hinge. The root link stands still unless `free_base`.

#include "convert/remarks.hpp"
#include "convert/robot_model.hpp"
#include "convert/xml_element.hpp"

namespace cchnn {

RobotModel read_urdf(const XmlElement& robot, bool free_base, Remarks& remarks);

}  // namespace cchnn
