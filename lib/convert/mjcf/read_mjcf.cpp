#include "convert/mjcf/read_mjcf.hpp"

#include <algorithm>
#include <map>
#include <set>

#include "convert/mjcf/mjcf_geom.hpp"
#include "convert/mjcf/mjcf_joint.hpp"
#include "convert/mjcf/mjcf_keyframe.hpp"
#include "mesh/principal_axes.hpp"

namespace cchnn {
namespace {

// Sections whose items move something in MuJoCo and nothing here.
const std::map<std::string, std::string> lost_sections{{"actuator", "actuator"},
                                                       {"sensor", "sensor"},
                                                       {"tendon", "tendon"},
                                                       {"equality", "equality"},
                                                       {"deformable", "unknown"}};
const std::set<std::string> read_sections{"compiler", "option", "default", "asset", "worldbody", "keyframe", "contact"};
const std::set<std::string> still_sections{"size", "visual", "statistic", "custom"};
const std::set<std::string> still_parts{"site", "camera", "light", "plugin"};

class MjcfReader {
  public:
    MjcfReader(const XmlElement& mujoco, const std::filesystem::path& directory, Remarks& remarks)
        : mujoco_(mujoco),
          remarks_(remarks),
          settings_(mjcf_settings(mujoco, remarks)),
          defaults_(mujoco, remarks),
          geoms_(mujoco, directory, settings_, defaults_, remarks) {}

    RobotModel read() {
        Attributes values(mujoco_, remarks_);
        model_.name = values.text("model");
        values.lose_rest();
        model_.gravity = settings_.gravity;
        for (const XmlElement& section : mujoco_.children) read_section(section);
        set_total_mass();
        remarks_.throw_problems();
        number_joints(model_);
        for (const XmlElement& section : mujoco_.children)
            if (section.tag == "keyframe")
                for (const XmlElement& key : section.children) add_keyframe(key, model_, remarks_);
        remarks_.throw_problems();
        return std::move(model_);
    }

  private:
    void read_section(const XmlElement& section) {
        if (section.tag == "worldbody")
            for (const XmlElement& child : section.children) read_of_world(child);
        else if (section.tag == "contact") {
            for (const XmlElement& child : section.children)
                if (child.tag != "exclude") remarks_.lose("contact", child.where, "<" + child.tag + ">" + named(child));
        } else if (const auto lost = lost_sections.find(section.tag); lost != lost_sections.end()) {
            for (const XmlElement& child : section.children)
                remarks_.lose(lost->second, child.where, "<" + child.tag + ">" + named(child));
        } else if (!read_sections.contains(section.tag) && !still_sections.contains(section.tag)) {
            remarks_.lose("unknown", section.where, "<" + section.tag + ">");
        }
    }
    static std::string named(const XmlElement& element) {
        const std::string* name = element.find("name");
        return name ? " '" + *name + "'" : "";
    }

    void read_of_world(const XmlElement& child) {
        if (child.tag == "body") read_body(child, -1, "main", false);
        else if (child.tag == "geom") geoms_.mass_of(child, "main", false);  // it stands still; what it meets is told
        else if (!still_parts.contains(child.tag)) remarks_.lose("unknown", child.where, "<" + child.tag + ">");
    }

    static bool holds(const XmlElement& element, const std::string& tag) {
        return std::any_of(element.children.begin(), element.children.end(),
                           [&](const XmlElement& child) { return child.tag == tag; });
    }
    // Geoms give no mass to a body that has <inertial>. The mass of a body that stands still moves nothing, unless the
    // model sets a total that all bodies share.
    bool geoms_count(const XmlElement& body, bool moves) const {
        const std::string& from = settings_.inertia_from_geom;
        if (from == "false" || (from != "true" && holds(body, "inertial"))) return false;
        return moves || settings_.total_mass > 0;
    }

    // `carried`: its parent moves.
    void read_body(const XmlElement& element, int parent, const std::string& inherited_class, bool carried) {
        Attributes values(element, remarks_);
        ModelBody body;
        body.name = values.text("name");
        body.where = element.where;
        body.parent = parent;
        if (!body.name.empty() && !names_.insert(body.name).second)
            remarks_.problem(element.where, "a second body is called '" + body.name + "'");
        body.frame = mjcf_frame(values, settings_);
        const std::string child_class = values.text("childclass", inherited_class);
        if (values.yes("mocap", false))
            values.lose("mocap", "body '" + body.name + "', which a program moves; here it stands still");
        values.skip({"user"});
        values.lose_rest();
        const bool moves = carried || holds(element, "joint") || holds(element, "freejoint"),
                   counts = geoms_count(element, moves);
        MassDistribution of_geoms;
        std::optional<MassDistribution> given;
        for (const XmlElement& child : element.children) {
            if (child.tag == "geom") of_geoms = together(of_geoms, geoms_.mass_of(child, child_class, counts));
            else if (child.tag == "inertial") given = inertial(child);
            else if (child.tag == "joint" || child.tag == "freejoint") add_joint(child, child_class, body);
            else if (child.tag != "body" && !still_parts.contains(child.tag))
                remarks_.lose("unknown", child.where, "<" + child.tag + "> of body '" + body.name + "'");
        }
        const std::string& from = settings_.inertia_from_geom;
        if (from == "false") of_geoms = {};
        body.mass = given && from != "true" ? *given : of_geoms;
        if (settings_.balance_inertia) balance(body.mass);
        const int index = static_cast<int>(model_.bodies.size());
        model_.bodies.push_back(std::move(body));
        for (const XmlElement& child : element.children)
            if (child.tag == "body") read_body(child, index, child_class, moves);
    }

    void add_joint(const XmlElement& element, const std::string& child_class, ModelBody& body) {
        const ModelJoint joint = mjcf_joint(element, defaults_.of(child_class, element, remarks_), settings_, remarks_);
        if (!joint.name.empty() && !joint_names_.insert(joint.name).second)
            remarks_.problem(element.where, "a second joint is called '" + joint.name + "'");
        if (joint.motion == JointMotion::free && body.parent >= 0)
            remarks_.problem(element.where, "a free joint belongs to a body of the world, not to one of another body");
        body.joints.push_back(joint);
    }

    MassDistribution inertial(const XmlElement& element) {
        Attributes values(element, remarks_);
        const RigidFrame frame = mjcf_frame(values, settings_);
        values.require("mass");
        MassDistribution mass{values.not_negative("mass", 0), {}, {}};
        const std::vector<double> diagonal = values.numbers("diaginertia", 3, 3),
                                  full = values.numbers("fullinertia", 6, 6);
        Matrix3 inertia{};
        if (!full.empty())
            inertia = {{{full[0], full[3], full[4]}, {full[3], full[1], full[5]}, {full[4], full[5], full[2]}}};
        else if (!diagonal.empty())
            for (std::size_t i = 0; i < 3; ++i) inertia[i][i] = diagonal[i];
        values.lose_rest();
        mass.spread = spread_of_inertia(inertia);
        return seen_from(frame, mass);
    }

    // As MuJoCo does: where no solid has such moments, all three become their mean.
    static void balance(MassDistribution& mass) {
        const PrincipalAxes found = principal_axes(mass.spread);
        if (*std::min_element(found.moments.begin(), found.moments.end()) >= 0) return;
        const double mean = (mass.spread[0][0] + mass.spread[1][1] + mass.spread[2][2]) / 3;
        mass.spread = {{{mean, 0, 0}, {0, mean, 0}, {0, 0, mean}}};
    }

    void set_total_mass() {
        if (!(settings_.total_mass > 0)) return;
        double total = 0;
        for (const ModelBody& body : model_.bodies) total += body.mass.mass;
        if (!(total > 0)) return;
        const double factor = settings_.total_mass / total;
        for (ModelBody& body : model_.bodies) {
            body.mass.mass *= factor;
            for (Vector3& row : body.mass.spread) row = times(factor, row);
        }
    }

    const XmlElement& mujoco_;
    Remarks& remarks_;
    MjcfSettings settings_;
    MjcfDefaults defaults_;
    MjcfGeoms geoms_;
    RobotModel model_;
    std::set<std::string> names_, joint_names_;
};

}  // namespace

RobotModel read_mjcf(XmlElement mujoco, const std::filesystem::path& directory, Remarks& remarks) {
    expand_includes(mujoco, directory);
    return MjcfReader(mujoco, directory, remarks).read();
}

}  // namespace cchnn
