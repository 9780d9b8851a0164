#include "convert/mjcf/read_mjcf.hpp"

#include <algorithm>
#include <cmath>
#include <deque>
#include <map>
#include <set>

#include "convert/body_motion.hpp"
#include "convert/mjcf/mjcf_geom.hpp"
#include "convert/mjcf/mjcf_joint.hpp"
#include "core/number_text.hpp"
#include "core/to_size.hpp"
#include "mesh/principal_axes.hpp"

namespace cchnn {
namespace {

// Sections that act on the motion in MuJoCo and have no counterpart, with the kind of loss.
const std::map<std::string, std::string> lost_sections{{"actuator", "actuator"},
                                                       {"sensor", "sensor"},
                                                       {"tendon", "tendon"},
                                                       {"deformable", "deformable"},
                                                       {"extension", "plugin"}};
// Elements within a body without a counterpart: those that describe many bodies, soft bodies, and plugins.
const std::map<std::string, std::string> parts_of_mjcf_without_counterpart{
    {"attach", "bodies"}, {"composite", "deformable"}, {"flexcomp", "deformable"}, {"plugin", "plugin"}};
const std::set<std::string> read_sections{"compiler",  "option",   "default", "asset",
                                          "worldbody", "keyframe", "contact", "equality"};
const std::set<std::string> still_sections{"size", "visual", "statistic", "custom"};
const std::set<std::string> still_parts{"site", "camera", "light"};

// Reads a model in three passes: settings and defaults, bodies, then what refers to bodies and joints by name
// (equality constraints and keyframes). Problems are thrown together after the second and after the third.
class MjcfReader {
  public:
    MjcfReader(const XmlElement& mujoco, const std::filesystem::path& directory, bool contacts, Remarks& remarks)
        : mujoco_(mujoco),
          remarks_(remarks),
          settings_(mjcf_settings(mujoco, remarks)),
          defaults_(mujoco, remarks),
          contacts_(contacts),
          geoms_(mujoco, directory, settings_, defaults_, contacts, remarks) {
        model_.meets_parents = settings_.is_disabled("filterparent");
    }

    // Equality constraints come after all bodies, since they need every name and the frames of the bodies as drawn.
    RobotModel read() {
        Attributes values(mujoco_, remarks_);
        model_.name = values.text("model");
        values.lose_rest();
        model_.gravity = settings_.gravity;
        for (const XmlElement& section : mujoco_.children) read_section(section);
        set_total_mass();
        remarks_.throw_problems();
        number_joints(model_);
        names_.bodies.emplace("world", -1);
        for (const BodyMotion& motion : motions_of(model_, drawn_state(model_))) names_.drawn.push_back(motion.frame);
        for (const XmlElement& section : mujoco_.children)
            if (section.tag == "equality")
                for (const XmlElement& child : section.children) read_equality(child);
        for (const XmlElement& section : mujoco_.children)
            if (section.tag == "contact" && contacts_ && !settings_.is_disabled("contact"))
                for (const XmlElement& child : section.children) read_contact(child);
        for (const XmlElement& section : mujoco_.children)
            if (section.tag == "keyframe")
                for (const XmlElement& key : section.children) {
                    if (!aligned_.empty())
                        remarks_.lose("setting", aligned_,
                                      "'align' of a free joint, by which keyframes give its principal axes");
                    add_keyframe(key, model_, remarks_);
                }
        remarks_.throw_problems();
        return std::move(model_);
    }

  private:
    // A section that has no counterpart is lost element by element, so that the report counts them.
    void read_section(const XmlElement& section) {
        if (section.tag == "worldbody")
            for (const Part& part : parts_of(section, {{}, "main"})) read_of_world(part);
        else if (section.tag == "contact") {
            for (const XmlElement& child : section.children)
                if (child.tag != "exclude" && !(contacts_ && child.tag == "pair"))
                    remarks_.lose("contact", child.where, "<" + child.tag + ">" + named(child));
        } else if (const auto lost = lost_sections.find(section.tag); lost != lost_sections.end()) {
            for (const XmlElement& child : section.children)
                remarks_.lose(lost->second, child.where, "<" + child.tag + ">" + named(child));
        } else if (!read_sections.contains(section.tag) && !still_sections.contains(section.tag)) {
            remarks_.lose("unknown", section.where, "<" + section.tag + ">");
        }
    }
    // Defaults of all kinds of equality are under the name of the section.
    void read_equality(const XmlElement& element) {
        const XmlElement of_class{"equality", element.where, element.attributes, {}};
        add_equality(element, defaults_.of("main", of_class, remarks_), settings_, names_, model_, remarks_);
    }
    // Which bodies do not collide, and which geoms do in any case.
    void read_contact(const XmlElement& element) {
        Attributes values(element, remarks_, defaults_.of("main", element, remarks_));
        if (element.tag == "exclude") {
            int bodies[2] = {-1, -1};
            for (const int k : {0, 1}) {
                const std::string name = values.text(k == 0 ? "body1" : "body2");
                const auto found = names_.bodies.find(name);
                if (found != names_.bodies.end()) bodies[k] = found->second;
                else
                    remarks_.problem(element.where,
                                     "unknown body '" + name + "'" + remarks_.nearest_to(name, names_.bodies));
            }
            model_.apart.insert(std::minmax(bodies[0], bodies[1]));
        } else if (element.tag == "pair") {
            GeomPair pair{element.where, {values.text("geom1"), values.text("geom2")}};
            pair.has_condim = values.has("condim");
            pair.condim = values.number("condim", 1);
            pair.soft = values.has("solref") || values.has("solimp");
            pair.has_margin = values.has("margin") || values.has("gap");
            pair.reaches_out = values.number("margin", 0) != values.number("gap", 0);
            model_.pairs.push_back(pair);
        }
    }
    static std::string named(const XmlElement& element) {
        const std::string* name = element.find("name");
        return name ? " '" + *name + "'" : "";
    }

    // What surrounds an element within a body or the world: the frame in the body's coordinates, and the class
    // of defaults.
    struct Around {
        RigidFrame frame;  // in the body's
        std::string child_class;
    };
    struct Part {
        const XmlElement* element;
        Around around;
    };
    // The elements of a body. Those within <frame> elements belong to the body around them and are included
    // with that frame.
    std::vector<Part> parts_of(const XmlElement& body, const Around& around) {
        std::vector<Part> parts;
        for (const XmlElement& child : body.children) {
            if (child.tag == "replicate")
                for (const Part& part : replicas_of(child, around)) parts.push_back(part);
            if (child.tag == "replicate") continue;
            if (child.tag != "frame") {
                parts.push_back({&child, around});
                continue;
            }
            Attributes values(child, remarks_);
            const RigidFrame frame = combined(around.frame, mjcf_frame(values, settings_));
            const Around inner{frame, values.text("childclass", around.child_class)};
            values.skip({"name"});
            values.lose_rest();
            for (const Part& part : parts_of(child, inner)) parts.push_back(part);
        }
        return parts;
    }

    // The parts of a <replicate>, once for each of its copies. Each copy is in a frame that 'offset' and 'euler' place in
    // that of the copy before, and the number of the copy is added to the names in it.
    std::vector<Part> replicas_of(const XmlElement& replicate, const Around& around) {
        std::vector<Part> parts;
        Attributes values(replicate, remarks_);
        values.require("count");
        const double count = values.number("count", 0);
        const std::string sep = values.text("sep");
        const Vector3 angles = times(settings_.angle, values.vector("euler", {}));
        const RigidFrame next{rotation_of_euler(angles, settings_.euler), values.vector("offset", {})};
        values.lose_rest();
        if (!(count >= 1 && count <= 1e6 && count == std::floor(count)))
            values.problem("count", "must be a whole number > 0, got " + number_text(count));
        RigidFrame frame = around.frame;
        const auto all = static_cast<std::size_t>(std::clamp(count, 0.0, 1e6));
        for (std::size_t i = 0; i < all; ++i, frame = combined(frame, next)) {
            std::string number = std::to_string(i);
            number.insert(0, std::to_string(all - 1).size() - number.size(), '0');
            XmlElement& copy = replicas_.emplace_back(replicate);
            rename(copy, sep + number);
            for (const Part& part : parts_of(copy, {frame, around.child_class})) parts.push_back(part);
        }
        return parts;
    }
    // Adds to the names in a copy, and counts its elements, which are as many as those of all <replicate> multiplied.
    void rename(XmlElement& copy, const std::string& ending) {
        if (++replicated_ > most_xml_elements)
            throw SpecError(copy.where,
                            "<replicate> makes more than " + std::to_string(most_xml_elements) + " elements");
        for (XmlAttribute& attribute : copy.attributes)
            if (attribute.name == "name") attribute.value += ending;
        for (XmlElement& child : copy.children) rename(child, ending);
    }

    void read_of_world(const Part& part) {
        const XmlElement& child = *part.element;
        if (child.tag == "body") read_body(part, -1, false);
        else if (child.tag == "geom") mass_of_geom(part, false, model_.geoms);  // it never moves
        else if (child.tag == "site") add_site(part, -1);
        else report_part(child, "");
    }
    // Reports an element of the world or of a body that is not read. What only shows or measures is passed
    // over.
    void report_part(const XmlElement& child, const std::string& of_body) {
        if (still_parts.contains(child.tag)) return;
        const auto lost = parts_of_mjcf_without_counterpart.find(child.tag);
        remarks_.lose(lost == parts_of_mjcf_without_counterpart.end() ? "unknown" : lost->second, child.where,
                      "<" + child.tag + ">" + of_body);
    }
    // Sites are kept for equality constraints alone. One without a name cannot be referred to.
    void add_site(const Part& part, int body) {
        const XmlElement& element = *part.element;
        const std::string* name = element.find("name");
        if (!name) return;
        Attributes values(element, remarks_, defaults_.of(part.around.child_class, element, remarks_));
        names_.sites[*name] = {body, combined(part.around.frame, mjcf_frame(values, settings_))};
    }
    // What collides is added to `geoms`.
    MassDistribution mass_of_geom(const Part& part, bool counts, std::vector<ModelGeom>& geoms) {
        ModelGeom collides;
        const MassDistribution own = geoms_.mass_of(*part.element, part.around.child_class, counts, collides);
        collides.frame = combined(part.around.frame, collides.frame);
        if (contacts_ && !settings_.is_disabled("contact")) geoms.push_back(std::move(collides));
        return seen_from(part.around.frame, own);
    }

    static bool holds(const std::vector<Part>& parts, const std::string& tag) {
        return std::ranges::any_of(parts, [&](const Part& part) { return part.element->tag == tag; });
    }
    // Whether geoms determine the mass of a body: not if it has <inertial>, and not if the body never moves,
    // unless the model sets a total mass that all bodies share.
    bool geoms_count(const std::vector<Part>& parts, bool moves) const {
        const std::string& from = settings_.inertia_from_geom;
        if (from == "false" || (from != "true" && holds(parts, "inertial"))) return false;
        return moves || settings_.total_mass > 0;
    }

    // Reads a body and its children. `carried` says that its parent moves.
    void read_body(const Part& part, int parent, bool carried) {
        const XmlElement& element = *part.element;
        Attributes values(element, remarks_);
        ModelBody body;
        body.name = values.text("name");
        body.where = element.where;
        body.parent = parent;
        const int index = count_of(model_.bodies);
        if (!body.name.empty() && !names_.bodies.emplace(body.name, index).second)
            remarks_.problem(element.where, "a second body is called '" + body.name + "'");
        body.frame = combined(part.around.frame, mjcf_frame(values, settings_));
        const std::vector<Part> parts = parts_of(element, {{}, values.text("childclass", part.around.child_class)});
        body.weightless_share = values.number("gravcomp", 0);
        if (values.yes("mocap", false))
            values.lose("mocap", (body.name.empty() ? "" : "body ") + body.shown() +
                                     ", which a program moves; here it stands still");
        values.skip({"user", "sleep", "simple"});
        values.lose_rest();
        const bool moves = carried || holds(parts, "joint") || holds(parts, "freejoint"),
                   counts = geoms_count(parts, moves);
        MassDistribution of_geoms;
        std::optional<MassDistribution> given;
        for (const Part& child : parts) {
            const std::string& tag = child.element->tag;
            if (tag == "geom") of_geoms = together(of_geoms, mass_of_geom(child, counts, body.geoms));
            else if (tag == "inertial") given = seen_from(child.around.frame, inertial(*child.element));
            else if (tag == "joint" || tag == "freejoint") add_joint(child, body);
            else if (tag == "site") add_site(child, index);
            else if (tag != "body")
                report_part(*child.element, " of " + std::string(body.name.empty() ? "" : "body ") + body.shown());
        }
        const std::string& from = settings_.inertia_from_geom;
        if (from == "false") of_geoms = {};
        body.mass = given && from != "true" ? *given : of_geoms;
        if (settings_.balance_inertia) balance(body.mass);
        model_.bodies.push_back(std::move(body));
        for (const Part& child : parts)
            if (child.element->tag == "body") read_body(child, index, moves);
    }

    // Reads a joint; one without a name is called after its body.
    void add_joint(const Part& part, ModelBody& body) {
        const XmlElement& element = *part.element;
        std::string name = (body.name.empty() ? "body" : body.name) + "_joint";
        if (!body.joints.empty()) name += "_" + std::to_string(body.joints.size() + 1);
        ModelJoint joint =
            mjcf_joint(element, defaults_.of(part.around.child_class, element, remarks_), settings_, name, remarks_);
        if (element.find("name") && !names_.joints.emplace(joint.name, joint.motion).second)
            remarks_.problem(element.where, "a second joint is called '" + joint.name + "'");
        if (joint.motion != JointMotion::free) joint.anchor = part.around.frame.point(joint.anchor);
        joint.axis = part.around.frame.direction(joint.axis);
        const std::string* align = element.find("align");
        if (joint.motion == JointMotion::free && (align ? *align == "true" : settings_.aligns_free))
            aligned_ = element.where;
        if (joint.motion == JointMotion::free && body.parent >= 0)
            remarks_.problem(element.where, "a free joint belongs to a body of the world, not to one of another body");
        body.joints.push_back(joint);
    }

    // The elements of 'fullinertia' are in MuJoCo's order xx, yy, zz, xy, xz, yz. They are about the centre of
    // mass, in the frame of the element.
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

    // As MuJoCo does with 'balanceinertia': if no solid has such moments, all three become their mean.
    static void balance(MassDistribution& mass) {
        const PrincipalAxes found = principal_axes(mass.spread);
        if (*std::ranges::min_element(found.moments) >= 0) return;
        const double mean = (mass.spread[0][0] + mass.spread[1][1] + mass.spread[2][2]) / 3;
        mass.spread = {{{mean, 0, 0}, {0, mean, 0}, {0, 0, mean}}};
    }

    // As MuJoCo's 'settotalmass': scales masses and inertias by one factor, so that the sum is as given.
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
    const bool contacts_;
    MjcfGeoms geoms_;
    RobotModel model_;
    MjcfNames names_;
    std::deque<XmlElement> replicas_;  // parts point into them
    std::size_t replicated_ = 0;
    std::string aligned_;  // where a free joint is aligned with principal axes
};

}  // namespace

RobotModel read_mjcf(XmlElement mujoco, const std::filesystem::path& directory, XmlTotals& totals, bool contacts,
                     Remarks& remarks) {
    expand_includes(mujoco, directory, totals);
    return MjcfReader(mujoco, directory, contacts, remarks).read();
}

}  // namespace cchnn
