#pragma once
// Joints of MJCF: <joint>, <freejoint>, what <equality> asks of them, and the values that a <key> gives them.

#include <map>
#include <string>
#include <vector>

#include "convert/attributes.hpp"
#include "convert/mjcf/mjcf_settings.hpp"
#include "convert/robot_model.hpp"

namespace cchnn {

// <equality> of MJCF: connect, weld and joint become equality constraints. MuJoCo enforces them by soft forces, a
// system exactly.

// Everything that the items of a section refer to by name.
struct MjcfNames {
    std::map<std::string, int> bodies;  // index; -1: the world
    struct Site {
        int body;
        RigidFrame frame;  // in the body's
    };
    std::map<std::string, Site> sites;
    std::map<std::string, JointMotion> joints;
    std::vector<RigidFrame> drawn;  // of bodies in space
};

// Adds the equality of `element` to the model, whose bodies and joints must be numbered. Inactive elements are
// ignored; a kind without a counterpart is a loss.
void add_equality(const XmlElement& element, const DefaultAttributes& defaults, const MjcfSettings& settings,
                  const MjcfNames& names, RobotModel& model, Remarks& remarks);

// Reads a <joint> or <freejoint>. `name` is its name if the element gives none.
ModelJoint mjcf_joint(const XmlElement& element, const DefaultAttributes& defaults, const MjcfSettings& settings,
                      const std::string& name, Remarks& remarks);

// Reads a <key> of MJCF as an initial state of the model. Joints must be numbered. Missing qpos and qvel are taken from the drawn configuration at rest.
void add_keyframe(const XmlElement& key, RobotModel& model, Remarks& remarks);

}  // namespace cchnn
