#pragma once
// <equality> of MJCF: connect, weld and joint, as ties. MuJoCo keeps them by soft forces, a system exactly.

#include <map>
#include <string>
#include <vector>

#include "convert/mjcf/mjcf_settings.hpp"
#include "convert/robot_model.hpp"

namespace cchnn {

// What the items of a section refer to by name.
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

// Adds what `element` says to the ties of the model, whose bodies and joints are numbered. What is switched off says
// nothing; a kind that no tie stands for is a loss.
void add_equality(const XmlElement& element, const DefaultAttributes& defaults, const MjcfSettings& settings,
                  const MjcfNames& names, RobotModel& model, Remarks& remarks);

}  // namespace cchnn
