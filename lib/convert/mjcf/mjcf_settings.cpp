#include "convert/mjcf/mjcf_settings.hpp"

#include <algorithm>

#include "core/nearest_name.hpp"
#include "core/paths/contained_path.hpp"

namespace cchnn {
namespace {

constexpr double degree = 0.017453292519943295;
constexpr std::size_t most_files = 100;

// The value of an attribute that has a few allowed words. Another word is a problem and gives the fallback.
std::string one_of(Attributes& values, const std::string& name, const std::vector<std::string>& allowed,
                   const std::string& fallback) {
    const std::string given = values.text(name, fallback);
    if (given == fallback || std::ranges::find(allowed, given) != allowed.end()) return given;
    values.problem(name, "is unknown: '" + given + "'" + suggestion(given, allowed));
    return fallback;
}

// A file may have several <compiler> sections, for instance by includes: each changes what it names and leaves
// the rest.
void read_compiler(const XmlElement& element, MjcfSettings& to, Remarks& remarks) {
    Attributes values(element, remarks);
    const std::string angle = one_of(values, "angle", {"degree", "radian"}, to.angle == degree ? "degree" : "radian");
    to.angle = angle == "degree" ? degree : 1;
    to.euler = values.text("eulerseq", to.euler);
    if (to.euler.size() != 3 || to.euler.find_first_not_of("xyzXYZ") != std::string::npos) {
        values.problem("eulerseq", "must be three letters of x y z X Y Z, got '" + to.euler + "'");
        to.euler = "xyz";
    }
    if (one_of(values, "coordinate", {"local", "global"}, "local") == "global")
        values.problem("coordinate", "is global; save the model with local coordinates first (MuJoCo does so)");
    to.inertia_from_geom = one_of(values, "inertiafromgeom", {"true", "false", "auto"}, to.inertia_from_geom);
    if (const std::vector<double> groups = values.numbers("inertiagrouprange", 2, 2); !groups.empty()) {
        to.first_group = static_cast<int>(std::clamp(groups[0], -1.0, 100.0));
        to.last_group = static_cast<int>(std::clamp(groups[1], -1.0, 100.0));
    }
    to.balance_inertia = values.yes("balanceinertia", to.balance_inertia);
    to.total_mass = values.number("settotalmass", to.total_mass);
    to.mesh_directory = values.text("meshdir", values.text("assetdir", to.mesh_directory));
    for (const char* least : {"boundmass", "boundinertia"})
        if (values.number(least, 0) > 0)
            values.lose("setting", "'" + std::string(least) + "', which makes light bodies heavier");
    to.aligns_free = values.yes("alignfree", to.aligns_free);
    values.skip({"autolimits", "texturedir", "strippath", "fitaabb", "discardvisual", "convexhull", "usethread",
                 "fusestatic", "exactmeshinertia", "saveinertial", "conflict"});
    values.lose_rest();
    for (const XmlElement& child : element.children)
        if (child.tag != "lengthrange") remarks.lose("unknown", child.where, "<" + child.tag + "> of <compiler>");
}

// What acts on the motion of bodies is gravity, the medium and the flags. The other attributes are numbers of
// MuJoCo's method of solution, which has no counterpart and no influence here.
void read_option(const XmlElement& element, MjcfSettings& to, Remarks& remarks) {
    Attributes values(element, remarks);
    to.gravity = values.vector("gravity", to.gravity);
    for (const char* medium : {"density", "viscosity"})
        if (values.not_negative(medium, 0) > 0) values.lose("fluid", std::string(medium) + " of the medium");
    // Of the integrator, of contacts and of sensors.
    values.skip({"wind",
                 "magnetic",
                 "timestep",
                 "apirate",
                 "impratio",
                 "tolerance",
                 "noslip_tolerance",
                 "o_margin",
                 "o_solref",
                 "o_solimp",
                 "o_friction",
                 "integrator",
                 "collision",
                 "cone",
                 "jacobian",
                 "solver",
                 "iterations",
                 "ls_iterations",
                 "ls_tolerance",
                 "noslip_iterations",
                 "mpr_iterations",
                 "mpr_tolerance",
                 "ccd_iterations",
                 "ccd_tolerance",
                 "sleep_tolerance",
                 "sdf_iterations",
                 "sdf_initpoints",
                 "actuatorgroupdisable"});
    values.lose_rest();
    for (const XmlElement& child : element.children) {
        if (child.tag != "flag") {
            remarks.lose("unknown", child.where, "<" + child.tag + "> of <option>");
            continue;
        }
        for (const XmlAttribute& flag : child.attributes) {
            if (flag.value == "disable") to.disabled.insert(flag.name);
            else if (flag.value != "enable")
                remarks.problem(child.where,
                                "flag '" + flag.name + "' must be enable or disable, got '" + flag.value + "'");
        }
    }
}

// Puts the children of each included file's root element in place of the <include>.
class Includes {
  public:
    Includes(std::filesystem::path directory, XmlTotals& totals) : directory_(std::move(directory)), totals_(totals) {}

    void expand(XmlElement& element, int depth) {
        if (depth > deepest_xml) throw SpecError(element.where, "is nested too deeply, with its includes");
        std::vector<XmlElement> children;
        for (XmlElement& child : element.children) {
            if (child.tag != "include") {
                expand(child, depth + 1);
                children.push_back(std::move(child));
                continue;
            }
            XmlElement root = included(child);
            expand(root, depth + 1);
            for (XmlElement& inner : root.children) children.push_back(std::move(inner));
        }
        element.children = std::move(children);
    }

  private:
    XmlElement included(const XmlElement& element) {
        const std::string* file = element.find("file");
        if (!file) throw SpecError(element.where, "<include> needs the attribute 'file'");
        if (!files_.insert(*file).second)
            throw SpecError(element.where, "includes '" + *file + "' again; each file may be included once");
        if (files_.size() > most_files) throw SpecError(element.where, "includes too many files");
        try {
            return read_xml(contained_path(directory_, *file), totals_);
        } catch (const IoError& error) {
            throw SpecError(element.where, to_text(error.problems()));
        }
    }
    std::filesystem::path directory_;
    XmlTotals& totals_;
    std::set<std::string> files_;
};

}  // namespace

MjcfSettings mjcf_settings(const XmlElement& mujoco, Remarks& remarks) {
    MjcfSettings settings;
    for (const XmlElement& section : mujoco.children) {
        if (section.tag == "compiler") read_compiler(section, settings, remarks);
        if (section.tag == "option") read_option(section, settings, remarks);
    }
    if (settings.disabled.contains("gravity")) settings.gravity = {};
    return settings;
}

// Makes the classes of <default>: each takes over what the class around it says.
MjcfDefaults::MjcfDefaults(const XmlElement& mujoco, Remarks& remarks) {
    classes_["main"];
    for (const XmlElement& section : mujoco.children)
        if (section.tag == "default") {
            const std::string* name = section.find("class");
            read(section, name ? *name : "main", classes_["main"], remarks);
            if (name) classes_["main"] = classes_[*name];  // a top-level class is the main one, whatever its name
        }
}

void MjcfDefaults::read(const XmlElement& section, const std::string& name, const Class& inherited, Remarks& remarks) {
    Class own = inherited;
    for (const XmlElement& child : section.children)
        if (child.tag != "default")
            for (const XmlAttribute& attribute : child.attributes)
                own[child.tag][attribute.name] = {attribute.value, child.where};
    for (const auto& [tag, attributes] : own) count(attributes.size(), section);
    classes_[name] = own;
    for (const XmlElement& child : section.children) {
        if (child.tag != "default") continue;
        const std::string* inner = child.find("class");
        if (!inner) remarks.problem(child.where, "a <default> within another one needs the attribute 'class'");
        else if (classes_.contains(*inner)) remarks.problem(child.where, "a second class is called '" + *inner + "'");
        else read(child, *inner, own, remarks);
    }
}

void MjcfDefaults::count(std::size_t attributes, const XmlElement& element) const {
    constexpr std::size_t most = 200'000;
    taken_over_ += attributes;
    if (taken_over_ > most)
        throw SpecError(element.where, "classes of <default> give elements and classes up to this one more than " +
                                           std::to_string(most) + " attributes");
}

// The defaults for an element: of the class that it names, or else of the class `name` of the bodies around it.
const DefaultAttributes& MjcfDefaults::of(const std::string& name, const XmlElement& element, Remarks& remarks) const {
    static const DefaultAttributes none;
    const std::string* own = element.find("class");
    const std::string& wanted = own ? *own : name;
    const auto found = classes_.find(wanted);
    if (found == classes_.end()) {
        remarks.problem(element.where, "unknown class '" + wanted + "'" + remarks.nearest_to(wanted, classes_));
        return none;
    }
    const auto attributes = found->second.find(element.tag);
    if (attributes == found->second.end()) return none;
    count(attributes->second.size(), element);
    return attributes->second;
}

// The position and rotation of an element in the one around it. At most one of five attributes gives the rotation; if
// a file has several, the first in this order counts.
RigidFrame mjcf_frame(Attributes& values, const MjcfSettings& settings) {
    RigidFrame frame{identity, values.vector("pos", {})};
    const std::vector<double> q = values.numbers("quat", 4, 4), about = values.numbers("axisangle", 4, 4),
                              xy = values.numbers("xyaxes", 6, 6), angles = values.numbers("euler", 3, 3);
    if (!q.empty()) {
        if (q[0] == 0 && q[1] == 0 && q[2] == 0 && q[3] == 0) values.problem("quat", "must not be zero");
        else frame.rotation = rotation_of({q[0], q[1], q[2], q[3]});
    } else if (!about.empty()) {
        const Vector3 axis{about[0], about[1], about[2]};
        if (!(length(axis) > 0)) values.problem("axisangle", "must have an axis");
        else frame.rotation = rotation_about(unit(axis), about[3] * settings.angle);
    } else if (!xy.empty()) {
        const Vector3 x{xy[0], xy[1], xy[2]}, y{xy[3], xy[4], xy[5]}, z = cross(x, y);
        if (!(length(z) > 1e-12 * length(x) * length(y))) values.problem("xyaxes", "must be two directions");
        else frame.rotation = from_columns(unit(x), cross(unit(z), unit(x)), unit(z));
    } else if (values.has("zaxis")) {
        frame.rotation = rotation_to_z(values.direction("zaxis", {0, 0, 1}));
    } else if (!angles.empty()) {
        frame.rotation = rotation_of_euler(
            {angles[0] * settings.angle, angles[1] * settings.angle, angles[2] * settings.angle}, settings.euler);
    }
    return frame;
}

void expand_includes(XmlElement& mujoco, const std::filesystem::path& directory, XmlTotals& totals) {
    Includes(directory, totals).expand(mujoco, 1);
}

}  // namespace cchnn
