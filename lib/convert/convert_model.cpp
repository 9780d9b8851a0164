#include "convert/convert_model.hpp"

#include <algorithm>

#include "convert/locked_joints.hpp"
#include "convert/mjcf/read_mjcf.hpp"
#include "convert/read_urdf.hpp"
#include "convert/write_system.hpp"

namespace cchnn {
namespace {

// Whether elements or values are left to the xacro program: it computes ${...} and $(...), and writes out macros.
bool is_xacro(const XmlElement& element) {
    const auto is_computed = [](const XmlAttribute& attribute) {
        return attribute.value.find("${") != std::string::npos || attribute.value.find("$(") != std::string::npos;
    };
    return element.tag.starts_with("xacro:") ||
           std::any_of(element.attributes.begin(), element.attributes.end(), is_computed) ||
           std::any_of(element.children.begin(), element.children.end(), is_xacro);
}

}  // namespace

ConvertedModel convert_model(const std::filesystem::path& path, const ConvertChoices& choices) {
    XmlTotals totals;
    XmlElement root = read_xml(path, totals);
    ConvertedModel converted;
    RobotModel model;
    if (root.tag == "robot" && is_xacro(root))
        throw SpecError(path.string(), "is written for xacro, which makes a URDF file of it: run xacro " +
                                           path.filename().string() + " > " + path.stem().stem().string() +
                                           ".urdf first");
    if (root.tag == "robot") model = read_urdf(root, choices.free_base, converted.remarks);
    else if (root.tag == "mujoco") model = read_mjcf(std::move(root), path.parent_path(), totals, converted.remarks);
    else
        throw SpecError(root.where, "the root element is <" + root.tag +
                                        ">; a URDF file has <robot>, an MJCF file <mujoco>; of other formats, an SDF "
                                        "file for one, make one of these first");
    lock_joints(model, converted.remarks);
    model.file = path.string();
    if (!choices.name.empty()) model.name = choices.name;
    if (model.name.empty()) model.name = path.stem().string();
    converted.json = write_system(model, choices.rate_std, converted.remarks);
    return converted;
}

}  // namespace cchnn
