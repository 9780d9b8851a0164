#pragma once
// <equality> of MJCF: connect, weld and joint become equality constraints. MuJoCo enforces them by soft forces, a
// system exactly.

#include <map>
#include <string>
#include <vector>

#include "convert/mjcf/mjcf_settings.hpp"
#include "convert/robot_model.hpp"

namespace cchnn {

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

}  // namespace cchnn
