#include "convert/mjcf/mjcf_joint.hpp"

#include <algorithm>
#include <cmath>

#include "core/nearest_name.hpp"
#include "core/number_text.hpp"

namespace cchnn {
namespace {

// Reads one element of <equality> into an EqualityConstraint, whose frames are in the two bodies.
class EqualityReader {
  public:
    EqualityReader(const XmlElement& element, const DefaultAttributes& defaults, const MjcfNames& names,
                   RobotModel& model, Remarks& remarks)
        : values_(element, remarks, defaults), names_(names), model_(model), remarks_(remarks) {
        equality_.name = values_.text("name", element.tag);
        equality_.where = element.where;
        equality_.loss = "equality";
        equality_.what = "<" + element.tag + ">" + (values_.has("name") ? " '" + equality_.name + "'" : "");
        values_.skip({"class", "solref", "solimp", "torquescale"});
    }

    void read() {
        if (!values_.yes("active", true)) return;
        const bool added = values_.tag() == "joint" ? joints() : values_.has("site1") ? sites() : bodies();
        values_.lose_rest();
        if (added) model_.equalities.push_back(equality_);
    }

  private:
    // Looks up what an attribute names. A name that is unknown is a problem, unless bodies of the file were
    // lost before (<replicate> and the like): then it may be the name of one of them, and the equality is lost with
    // it.
    template <class Named>
    const Named* find(const std::string& key, const std::map<std::string, Named>& named) {
        if (!values_.require(key)) return nullptr;
        const std::string name = values_.text(key);
        const auto found = named.find(name);
        if (found != named.end()) return &found->second;
        if (some_bodies_are_lost()) {
            values_.lose("equality", equality_.what + " of '" + name + "', which is not carried over");
            return nullptr;
        }
        values_.problem(key, "is unknown: '" + name + "'" + remarks_.nearest_to(name, named));
        return nullptr;
    }
    bool some_bodies_are_lost() const {
        return std::ranges::any_of(remarks_.losses(),
                                   [](const Loss& loss) { return loss.kind == "bodies" || loss.kind == "deformable"; });
    }
    bool is_weld() const { return values_.tag() == "weld"; }

    // An equality between two sites gives both frames itself.
    bool sites() {
        for (std::size_t i = 0; i < 2; ++i) {
            const MjcfNames::Site* site = find(i == 0 ? "site1" : "site2", names_.sites);
            if (!site) return false;
            equality_.bodies[i] = site->body;
            equality_.frames[i] = site->frame;
        }
        equality_.kind = is_weld() ? EqualityConstraint::Kind::weld : EqualityConstraint::Kind::point;
        return true;
    }

    // An equality between two bodies gives one frame, and the other is where that one is as drawn. For a weld, MuJoCo
    // gives the anchor in the second body and, as an option, the pose of the second in the first.
    bool bodies() {
        const int *first = find("body1", names_.bodies), *second = nullptr;
        if (values_.has("body2")) second = find("body2", names_.bodies);
        if (!first || (values_.has("body2") && !second)) return false;
        equality_.bodies[0] = *first;
        equality_.bodies[1] = second ? *second : -1;
        const auto frame = [&](int body) { return body < 0 ? RigidFrame{} : names_.drawn[body]; };
        const RigidFrame in_space[2] = {frame(equality_.bodies[0]), frame(equality_.bodies[1])};
        equality_.kind = is_weld() ? EqualityConstraint::Kind::weld : EqualityConstraint::Kind::point;
        if (is_weld()) {
            equality_.frames[1].origin = values_.vector("anchor", {});
            equality_.frames[0] = seen_in(in_space[0], combined(in_space[1], equality_.frames[1]));
            const std::vector<double> pose = values_.numbers("relpose", 7, 7);
            if (!pose.empty() && length({pose[4], pose[5], pose[6]}) + std::abs(pose[3]) > 0)
                equality_.frames[0] = {rotation_of({pose[3], pose[4], pose[5], pose[6]}), {pose[0], pose[1], pose[2]}};
            return true;
        }
        values_.require("anchor");
        equality_.frames[0].origin = values_.vector("anchor", {});
        equality_.frames[1].origin = seen_in(in_space[1], combined(in_space[0], equality_.frames[0])).origin;
        return true;
    }

    // One joint as a polynomial of another one; only a constant and a linear term have a counterpart. Without the second,
    // or with a constant alone, the joint is locked.
    bool joints() {
        std::vector<double> law = values_.numbers("polycoef", 1, 5);
        law.resize(5, 0);
        if (!values_.has("polycoef")) law[1] = 1;
        const bool has_second = values_.has("joint2");
        bool fits = true;  // a free joint or ball has no single number
        for (std::size_t i = 0; i < (has_second ? 2U : 1U); ++i) {
            const std::string key = i == 0 ? "joint1" : "joint2";
            const JointMotion* motion = find(key, names_.joints);
            if (!motion) return false;
            fits = fits && (*motion == JointMotion::hinge || *motion == JointMotion::slide);
            equality_.joints[i] = values_.text(key);
        }
        if (!has_second) law = {law[0], 0, 0, 0, 0};
        if (!fits || law[2] != 0 || law[3] != 0 || law[4] != 0) {
            values_.lose("equality", equality_.what + " is not a ratio of two joints");
            return false;
        }
        equality_.kind = EqualityConstraint::Kind::joints;
        equality_.offset = law[0];
        equality_.ratio = law[1];
        return true;
    }

    Attributes values_;
    const MjcfNames& names_;
    RobotModel& model_;
    const Remarks& remarks_;
    EqualityConstraint equality_;
};

// MuJoCo's default is a hinge.
JointMotion motion_of(Attributes& values) {
    const std::string type = values.tag() == "freejoint" ? "free" : values.text("type", "hinge");
    if (type == "slide") return JointMotion::slide;
    if (type == "ball") return JointMotion::ball;
    if (type == "free") return JointMotion::free;
    if (type != "hinge")
        values.problem("type", "is unknown: '" + type + "'" + suggestion(type, {"hinge", "slide", "ball", "free"}));
    return JointMotion::hinge;
}

// The linear coefficient of a spring or damper law; squares and cubes that may follow are losses.
double coefficient(Attributes& values, const std::string& which, bool is_off, const MjcfSettings& settings,
                   const ModelJoint& joint) {
    const std::vector<double> law = values.numbers(which, 1, 3);
    if (law.empty() || is_off || settings.is_disabled("passive")) return 0;
    if (law[0] < 0) values.problem(which, "must be >= 0, got " + number_text(law[0]));
    if (std::any_of(law.begin() + 1, law.end(), [](double higher) { return higher != 0; }))
        values.lose(which, "the square and the cube in the " + which + " of joint '" + joint.name + "'");
    return std::max(law[0], 0.0);
}

// With 'auto' a joint is limited if it has a range. The range is kept, from which the length of a Dashpot and random
// starts are chosen; `unit` is that of q in the file.
void read_limits(Attributes& values, const MjcfSettings& settings, ModelJoint& joint, double unit) {
    const std::vector<double> range = values.numbers("range", 2, 2);
    const std::string limited = values.text("limited", "auto");
    if (!range.empty()) {
        joint.low = unit * range[0];
        joint.high = unit * range[1];
    }
    const bool is_limited = limited == "true" || (limited != "false" && !range.empty() && range[0] < range[1]);
    if (is_limited && !settings.is_disabled("limit")) joint.limits = values.where();
}

// Whether every quaternion is valid: one of zeros is no rotation.
bool has_turns(const RobotModel& model, const std::vector<double>& qpos) {
    for (const ModelBody& body : model.bodies)
        for (const ModelJoint& joint : body.joints) {
            const bool free = joint.motion == JointMotion::free;
            if (!free && joint.motion != JointMotion::ball) continue;
            const double* q = &qpos[joint.q + (free ? 3 : 0)];
            if (q[0] == 0 && q[1] == 0 && q[2] == 0 && q[3] == 0) return false;
        }
    return true;
}

}  // namespace

void add_equality(const XmlElement& element, const DefaultAttributes& defaults, const MjcfSettings& settings,
                  const MjcfNames& names, RobotModel& model, Remarks& remarks) {
    if (settings.is_disabled("equality")) return;
    if (element.tag == "connect" || element.tag == "weld" || element.tag == "joint")
        return EqualityReader(element, defaults, names, model, remarks).read();
    const std::string* name = element.find("name");
    remarks.lose("equality", element.where, "<" + element.tag + ">" + (name ? " '" + *name + "'" : ""));
}

// Angles of hinges are in the unit of the file (<compiler angle>); lengths of slides, stiffness and damping are
// in SI units always.
ModelJoint mjcf_joint(const XmlElement& element, const DefaultAttributes& defaults, const MjcfSettings& settings,
                      const std::string& name, Remarks& remarks) {
    Attributes values(element, remarks, defaults);
    ModelJoint joint;
    joint.name = values.text("name", name);
    joint.where = element.where;
    joint.motion = motion_of(values);
    joint.anchor = values.vector("pos", {});
    joint.axis = values.direction("axis", {0, 0, 1});
    const double angle = joint.motion == JointMotion::hinge ? settings.angle : 1;
    joint.reference = angle * values.number("ref", 0);
    joint.rest = angle * values.number("springref", 0);
    joint.stiffness = coefficient(values, "stiffness", settings.disabled.contains("spring"), settings, joint);
    joint.damping = coefficient(values, "damping", settings.disabled.contains("damper"), settings, joint);
    joint.armature = values.not_negative("armature", 0);
    if (joint.motion == JointMotion::free || joint.motion == JointMotion::ball) joint.reference = joint.rest = 0;
    if (joint.motion == JointMotion::free) joint.anchor = {};
    if (values.not_negative("frictionloss", 0) > 0 && !settings.is_disabled("frictionloss"))
        values.lose("friction", "dry friction of joint '" + joint.name + "'");
    read_limits(values, settings, joint, angle);
    const std::vector<double> both = values.numbers("springdamper", 2, 2);
    if (!both.empty() && both[0] > 0 && both[1] > 0)
        values.lose("stiffness", "'springdamper' of joint '" + joint.name +
                                     "', which depends on inertias; give stiffness and damping");
    values.skip({"class", "group", "user", "margin", "solreflimit", "solimplimit", "solreffriction", "solimpfriction",
                 "actuatorfrcrange", "actuatorfrclimited", "actuatorgravcomp", "align"});
    values.lose_rest();
    return joint;
}

void add_keyframe(const XmlElement& key, RobotModel& model, Remarks& remarks) {
    Attributes values(key, remarks);
    ModelState state = drawn_state(model);
    const std::size_t nq = state.qpos.size(), nv = state.qvel.size();
    const std::vector<double> qpos = values.numbers("qpos", nq, nq), qvel = values.numbers("qvel", nv, nv);
    if (!qpos.empty()) state.qpos = qpos;
    if (!qvel.empty()) state.qvel = qvel;
    if (!has_turns(model, state.qpos)) return values.problem("qpos", "has a quaternion of zeros");
    values.skip({"name", "time", "act", "ctrl", "mpos", "mquat"});
    values.lose_rest();
    model.states.push_back(std::move(state));
}

}  // namespace cchnn
