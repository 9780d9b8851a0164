#pragma once
// Reads a <joint> or <freejoint> of MJCF. `name` is its name if the element gives none.

#include "convert/mjcf/mjcf_settings.hpp"
#include "convert/robot_model.hpp"

namespace cchnn {

ModelJoint mjcf_joint(const XmlElement& element, const DefaultAttributes& defaults, const MjcfSettings& settings,
                      const std::string& name, Remarks& remarks);

}  // namespace cchnn
