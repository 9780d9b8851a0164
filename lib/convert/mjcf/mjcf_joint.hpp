#pragma once
// A <joint> or <freejoint> of MJCF.

#include "convert/mjcf/mjcf_settings.hpp"
#include "convert/robot_model.hpp"

namespace cchnn {

ModelJoint mjcf_joint(const XmlElement& element, const DefaultAttributes& defaults, const MjcfSettings& settings,
                      Remarks& remarks);

}  // namespace cchnn
