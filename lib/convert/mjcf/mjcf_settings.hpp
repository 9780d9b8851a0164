#pragma once
// Settings in <compiler>, <option> and <default> of an MJCF file, which apply to all its elements.

#include <map>
#include <set>
#include <string>

#include "convert/attributes.hpp"

namespace cchnn {

struct MjcfSettings {
    double angle = 0.017453292519943295;  // rad of one unit of angles: a degree
    std::string euler = "xyz";
    std::string inertia_from_geom = "auto";
    int first_group = 0, last_group = 5;  // of geoms that have mass
    bool balance_inertia = false;
    bool aligns_free = false;  // positions of free joints are those of principal axes
    double total_mass = -1;    // kg; <= 0: as it is
    std::string mesh_directory;
    Vector3 gravity{0, 0, -9.81};
    std::set<std::string> disabled;  // flags of <option>
    bool is_disabled(const std::string& flag) const {
        return disabled.contains(flag) || (flag != "passive" && flag != "gravity" && disabled.contains("constraint"));
    }
};

// Reads all such sections, in whatever order they are in the file.
MjcfSettings mjcf_settings(const XmlElement& mujoco, Remarks& remarks);

// Default attributes by class and element. "main" is the class of elements that name none.
class MjcfDefaults {
  public:
    MjcfDefaults(const XmlElement& mujoco, Remarks& remarks);
    // The defaults for an element, of its own class or of the class `name` around it. An unknown class is a
    // problem.
    const DefaultAttributes& of(const std::string& name, const XmlElement& element, Remarks& remarks) const;

  private:
    using Class = std::map<std::string, DefaultAttributes>;  // by element
    void read(const XmlElement& section, const std::string& name, const Class& inherited, Remarks& remarks);
    // A class takes over the attributes of the class around it, and an element those of its class. In a hostile file
    // these are as many as classes, elements and attributes multiplied, so their number is limited.
    void count(std::size_t attributes, const XmlElement& element) const;
    std::map<std::string, Class> classes_;
    mutable std::size_t taken_over_ = 0;
};

// Reads pos, and the rotation given by quat, axisangle, xyaxes, zaxis or euler.
RigidFrame mjcf_frame(Attributes& values, const MjcfSettings& settings);

// Replaces each <include file="..."/> by the contents of that file. Files must be beside the model or below,
// and each may be included once, so that no text grows without end. Each is added to the totals.
void expand_includes(XmlElement& mujoco, const std::filesystem::path& directory, XmlTotals& totals);

}  // namespace cchnn
