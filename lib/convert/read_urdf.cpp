#include "convert/read_urdf.hpp"

#include <algorithm>
#include <map>
#include <set>

#include "convert/attributes.hpp"
#include "convert/massless_links.hpp"
#include "core/nearest_name.hpp"
#include "core/option.hpp"

namespace cchnn {
namespace {

// Elements for simulators and controllers beside links and joints, with the kind of loss.
const std::map<std::string, std::string> parts_of_urdf_without_counterpart{
    {"transmission", "actuator"}, {"ros2_control", "actuator"}, {"sensor", "sensor"},  {"gazebo", "setting"},
    {"mujoco", "setting"},        {"loop_joint", "equality"},   {"contact", "contact"}};

const std::vector<std::string> joint_types{"revolute", "continuous", "prismatic", "fixed", "floating", "planar"};

// A <joint> as it was read. URDF lists joints beside the links, in any order; the tree is built from them at
// the end.
struct UrdfJoint {
    const XmlElement* element;
    std::string name, type, parent, child;
};

// Reads a robot in two passes: first all links and joints, then the tree from its root outwards, since a link
// is placed by the joint above it.
class UrdfReader {
  public:
    UrdfReader(const XmlElement& robot, bool free_base, bool contacts, Remarks& remarks)
        : robot_(robot), free_base_(free_base), contacts_(contacts), remarks_(remarks) {}

    RobotModel read() {
        Attributes robot(robot_, remarks_);
        model_.name = robot.text("name");
        robot.skip({"version"});
        robot.lose_rest();
        for (const XmlElement& element : robot_.children) read_top(element);
        if (links_.empty()) remarks_.problem(robot_.where, "has no <link>");
        declare_world();
        check_ends();
        remarks_.throw_problems();
        add_tree();
        reduce_massless_links(model_, remarks_);
        number_joints(model_);
        start_followers();
        remarks_.throw_problems();
        return std::move(model_);
    }

  private:
    void read_top(const XmlElement& element) {
        if (element.tag == "link") return read_link(element);
        if (element.tag == "joint") return read_joint(element);
        if (element.tag == "material") return;
        const auto lost = parts_of_urdf_without_counterpart.find(element.tag);
        remarks_.lose(lost == parts_of_urdf_without_counterpart.end() ? "unknown" : lost->second, element.where,
                      "<" + element.tag + ">");
    }

    // Takes the mass of a link. Shapes to show have no meaning for motion, and shapes to collide are a loss.
    void read_link(const XmlElement& element) {
        Attributes link(element, remarks_);
        link.require("name");
        const std::string name = link.text("name");
        if (!links_.emplace(name, &element).second)
            remarks_.problem(element.where, "a second link is called '" + name + "'");
        link.skip({"type"});
        link.lose_rest();
        ModelBody body{name, element.where, -1, {}, {}, {}};
        for (const XmlElement& part : element.children) {
            if (part.tag == "inertial") body.mass = together(body.mass, inertial(part));
            else if (part.tag == "collision") read_collision(part, body);
            else if (part.tag != "visual")
                remarks_.lose(part.tag == "contact" ? "contact" : "unknown", part.where,
                              "<" + part.tag + "> of link '" + name + "'");
        }
        bodies_[name] = body;
    }

    // Spheres alone; all of them collide.
    void read_collision(const XmlElement& element, ModelBody& body) {
        const XmlElement* sphere = nullptr;
        for (const XmlElement& part : element.children)
            for (const XmlElement& shape : part.children)
                if (part.tag == "geometry" && shape.tag == "sphere") sphere = &shape;
        if (!contacts_ || !sphere)
            return remarks_.lose(
                "contact", element.where,
                "collisions of link '" + body.name + "'" + (contacts_ ? ": Contacts are of spheres" : ""));
        Attributes values(*sphere, remarks_);
        values.require("radius");
        ModelGeom geom{ModelGeom::Shape::sphere, body.name, element.where, origin(element)};
        geom.radius = values.not_negative("radius", 0);
        values.lose_rest();
        body.geoms.push_back(geom);
    }

    // The frame that <origin> gives: rotations about the fixed axes x, y and z one after the other, which are
    // those about moving axes in reverse order.
    RigidFrame origin(const XmlElement& parent) {
        RigidFrame frame;
        for (const XmlElement& part : parent.children)
            if (part.tag == "origin") {
                Attributes origin(part, remarks_);
                frame = {rotation_of_euler(origin.vector("rpy", {}), "XYZ"), origin.vector("xyz", {})};
                origin.lose_rest();
            }
        return frame;
    }

    // The moments are about the centre of mass. URDF demands all three on the diagonal; a product of inertia
    // that is missing is 0.
    MassDistribution inertial(const XmlElement& element) {
        MassDistribution mass;
        Matrix3 inertia{};
        for (const XmlElement& part : element.children) {
            Attributes values(part, remarks_);
            if (part.tag == "mass") {
                values.require("value");
                mass.mass = values.not_negative("value", 0);
            } else if (part.tag == "inertia") {
                const char* names[3][3] = {{"ixx", "ixy", "ixz"}, {"ixy", "iyy", "iyz"}, {"ixz", "iyz", "izz"}};
                for (std::size_t i = 0; i < 3; ++i) {
                    values.require(names[i][i]);
                    for (std::size_t j = 0; j < 3; ++j) inertia[i][j] = values.number(names[i][j], 0);
                }
            } else if (part.tag == "origin") continue;
            else values.lose("unknown", "<" + part.tag + "> of <inertial>");
            values.lose_rest();
        }
        mass.spread = spread_of_inertia(inertia);
        return seen_from(origin(element), mass);
    }

    std::string link_of(const XmlElement& joint, const std::string& end) {
        for (const XmlElement& part : joint.children)
            if (part.tag == end) {
                Attributes values(part, remarks_);
                values.require("link");
                const std::string name = values.text("link");
                values.lose_rest();
                return name;
            }
        remarks_.problem(joint.where, "a joint needs <" + end + " link=\"...\"/>");
        return "";
    }

    void read_joint(const XmlElement& element) {
        Attributes joint(element, remarks_);
        joint.require("name");
        joint.require("type");
        const UrdfJoint read{&element, joint.text("name"), joint.text("type"), link_of(element, "parent"),
                             link_of(element, "child")};
        joint.lose_rest();
        if (joint.has("type") && std::ranges::find(joint_types, read.type) == joint_types.end())
            remarks_.problem(element.where, "unknown type '" + read.type + "'" + suggestion(read.type, joint_types));
        if (!joint_names_.insert(read.name).second)
            remarks_.problem(element.where, "a second joint is called '" + read.name + "'");
        joints_.push_back(read);
    }

    // Some writers hang the robot from 'world' without declaring it: then it is the world, which stands still.
    void declare_world() {
        for (const UrdfJoint& joint : joints_)
            if (joint.parent == "world" && links_.emplace("world", joint.element).second) {
                bodies_["world"] = {"world", joint.element->where, -1, {}, {}, {}};
                roots_.push_back("world");
            }
    }

    // Checks that both links of each joint exist, that no link hangs from two joints, and that a joint follows one that
    // exists.
    void check_ends() {
        std::map<std::string, std::string> held_by;
        std::map<std::string, const UrdfJoint*> named;
        for (const UrdfJoint& joint : joints_) named.emplace(joint.name, &joint);
        for (const UrdfJoint& joint : joints_) {
            for (const XmlElement& part : joint.element->children) {
                const std::string* const driver = part.tag == "mimic" ? part.find("joint") : nullptr;
                if (driver && !named.contains(*driver))
                    remarks_.problem(part.where, "joint '" + joint.name + "' follows an unknown joint '" + *driver +
                                                     "'" + remarks_.nearest_to(*driver, named));
            }
            for (const std::string& end : {joint.parent, joint.child})
                if (!end.empty() && !links_.contains(end))
                    remarks_.problem(joint.element->where,
                                     "unknown link '" + end + "'" + remarks_.nearest_to(end, links_));
            const auto [other, first] = held_by.emplace(joint.child, joint.name);
            if (!first)
                remarks_.problem(joint.element->where, "link '" + joint.child + "' is the child of joint '" +
                                                           other->second + "' already; links make a tree");
        }
    }

    // Adds roots first, then links whose parent has been added; links that form a cycle are never reached and
    // are reported.
    void add_tree() {
        std::multimap<std::string, const UrdfJoint*> below;
        std::map<std::string, bool> is_child;
        for (const UrdfJoint& joint : joints_) {
            below.emplace(joint.parent, &joint);
            is_child[joint.child] = true;
        }
        std::vector<std::string>& roots = roots_;
        for (const XmlElement& element : robot_.children)
            if (element.tag == "link" && !is_child[*element.find("name")]) roots.push_back(*element.find("name"));
        if (roots.size() > 1)
            remarks_.problem(links_.at(roots[1])->where,
                             "no joint connects link '" + roots[1] + "', nor '" + roots[0] + "'; a robot has one root");
        for (const std::string& root : roots) add_root(root);
        for (std::size_t i = 0; i < model_.bodies.size(); ++i) {
            const auto [first, last] = below.equal_range(model_.bodies[i].name);
            for (auto joint = first; joint != last; ++joint) add_child(static_cast<int>(i), *joint->second);
        }
        std::set<std::string> reached;
        for (const ModelBody& body : model_.bodies) reached.insert(body.name);
        for (const auto& [name, element] : links_)
            if (!reached.contains(name))
                remarks_.problem(element->where,
                                 "link '" + name + "' hangs from itself, through its joints in a circle");
        remarks_.throw_problems();
    }

    // The root is at rest in space, or moves freely if the user asked for it. A root with the name "world" is
    // the world itself by custom, and is always at rest.
    void add_root(const std::string& name) {
        ModelBody root = bodies_.at(name);
        if (free_base_ && name != "world") {
            ModelJoint joint;
            joint.name = name;
            joint.where = root.where;
            joint.motion = JointMotion::free;
            root.joints.push_back(joint);
        } else if (root.mass.mass > 0) {
            remarks_.note(root.where, "root link '" + name + "' is fixed in space; give " + option("free-base") +
                                          " to let it move");
        }
        model_.bodies.push_back(std::move(root));
    }

    void add_child(int parent, const UrdfJoint& from) {
        ModelBody body = bodies_.at(from.child);
        body.parent = parent;
        body.frame = origin(*from.element);
        if (from.type != "fixed") add_joints(from, body);
        else report_parts(from);
        model_.bodies.push_back(std::move(body));
    }

    // A fixed joint has no motion, so what only concerns motion is passed over for it.
    void report_parts(const UrdfJoint& from) {
        for (const XmlElement& part : from.element->children)
            if (part.tag != "origin" && part.tag != "parent" && part.tag != "child" && part.tag != "axis" &&
                part.tag != "limit" && part.tag != "dynamics" && part.tag != "calibration" &&
                part.tag != "safety_controller")
                remarks_.lose("unknown", part.where, "<" + part.tag + "> of joint '" + from.name + "'");
    }

    // URDF's default axis is x. In the joint's frame, which is the child's, the anchor is the origin.
    void add_joints(const UrdfJoint& from, ModelBody& body) {
        ModelJoint joint;
        joint.name = from.name;
        joint.where = from.element->where;
        joint.axis = {1, 0, 0};
        joint.motion = from.type == "prismatic"  ? JointMotion::slide
                       : from.type == "floating" ? JointMotion::free
                                                 : JointMotion::hinge;
        for (const XmlElement& part : from.element->children) read_part(part, from, joint);
        if (from.type == "planar") add_slides_in_plane(joint, body);
        body.joints.push_back(joint);
    }
    // A planar joint: two slides in the plane perpendicular to the axis, then the hinge.
    static void add_slides_in_plane(const ModelJoint& joint, ModelBody& body) {
        const Matrix3 plane = rotation_to_z(joint.axis);
        for (std::size_t k = 0; k < 2; ++k) {
            ModelJoint slide = joint;
            slide.motion = JointMotion::slide;
            slide.axis = rotated(plane, {k == 0 ? 1.0 : 0.0, k == 1 ? 1.0 : 0.0, 0.0});
            slide.name += k == 0 ? "_x" : "_y";
            body.joints.push_back(slide);
        }
    }

    // Takes what a joint's element says besides its ends. Effort and velocity limit motors, of which there are
    // none here.
    void read_part(const XmlElement& part, const UrdfJoint& from, ModelJoint& joint) {
        const std::string of = " of joint '" + from.name + "'";
        Attributes values(part, remarks_);
        if (part.tag == "axis") joint.axis = values.direction("xyz", {1, 0, 0});
        else if (part.tag == "dynamics") {
            joint.damping = values.not_negative("damping", 0);
            if (values.not_negative("friction", 0) > 0) values.lose("friction", "dry friction" + of);
        } else if (part.tag == "limit") {
            joint.low = values.number("lower", 0);
            joint.high = values.number("upper", 0);
            values.skip({"effort", "velocity"});
            if (from.type == "revolute" || from.type == "prismatic") joint.limits = values.where();
            if (from.type == "planar") values.lose("limit", "limits" + of);
        } else if (part.tag == "mimic") {
            add_mimic(values, from.name);
        } else if (part.tag == "calibration" || part.tag == "safety_controller") return;  // of the robot's computer
        else if (part.tag == "origin" || part.tag == "parent" || part.tag == "child") return;
        else return values.lose("unknown", "<" + part.tag + ">" + of);
        values.lose_rest();
    }

    // A joint that follows another one as ratio times it plus an offset becomes an equality of two joints.
    void add_mimic(Attributes& values, const std::string& joint) {
        values.require("joint");
        EqualityConstraint equality;
        equality.kind = EqualityConstraint::Kind::joints;
        equality.name = joint;
        equality.where = values.where();
        equality.loss = "mimic";
        equality.joints[0] = joint;
        equality.joints[1] = values.text("joint");
        equality.offset = values.number("offset", 0);
        equality.ratio = values.number("multiplier", 1);
        equality.what = "that joint '" + joint + "' follows '" + equality.joints[1] + "'";
        model_.equalities.push_back(equality);
    }

    // A follower is at multiplier * driver + offset, also as the file draws it, with all other joints at 0. A driver may
    // follow another joint in turn.
    void start_followers() {
        if (model_.equalities.empty()) return;
        std::map<std::string, const EqualityConstraint*> followers;
        for (const EqualityConstraint& follower : model_.equalities) followers.emplace(follower.joints[0], &follower);
        std::map<std::string, double> drawn;
        for (const auto& [name, follower] : followers) {
            std::vector<const EqualityConstraint*> chain;
            for (auto next = followers.find(name); next != followers.end() && !drawn.contains(next->first);
                 next = followers.find(chain.back()->joints[1])) {
                chain.push_back(next->second);
                if (chain.size() > followers.size())
                    return remarks_.problem(follower->where, follower->what + ", and is followed by it in a circle");
            }
            for (; !chain.empty(); chain.pop_back())
                drawn[chain.back()->joints[0]] =
                    chain.back()->offset + chain.back()->ratio * drawn[chain.back()->joints[1]];
        }
        ModelState start = drawn_state(model_);
        for (const ModelBody& body : model_.bodies)
            for (const ModelJoint& joint : body.joints)
                if (joint.motion != JointMotion::free && drawn.contains(joint.name))
                    start.qpos[joint.q] = drawn[joint.name];
        model_.states.push_back(std::move(start));
    }

    const XmlElement& robot_;
    bool free_base_, contacts_;
    Remarks& remarks_;
    RobotModel model_;
    std::map<std::string, const XmlElement*> links_;
    std::map<std::string, ModelBody> bodies_;
    std::vector<UrdfJoint> joints_;
    std::set<std::string> joint_names_;
    std::vector<std::string> roots_;
};

}  // namespace

RobotModel read_urdf(const XmlElement& robot, bool free_base, bool contacts, Remarks& remarks) {
    return UrdfReader(robot, free_base, contacts, remarks).read();
}

}  // namespace cchnn
