#include "convert/mjcf/mjcf_joint.hpp"

#include <algorithm>
#include <cmath>

#include "core/nearest_name.hpp"
#include "core/number_text.hpp"

namespace cchnn {
namespace {

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
void report_limits(Attributes& values, const MjcfSettings& settings, ModelJoint& joint, double unit) {
    const std::vector<double> range = values.numbers("range", 2, 2);
    const std::string limited = values.text("limited", "auto");
    if (!range.empty()) {
        joint.low = unit * range[0];
        joint.high = unit * range[1];
    }
    const bool is_limited = limited == "true" || (limited != "false" && !range.empty() && range[0] < range[1]);
    if (is_limited && !settings.is_disabled("limit")) values.lose("limit", "limits of joint '" + joint.name + "'");
}

}  // namespace

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
    report_limits(values, settings, joint, angle);
    const std::vector<double> both = values.numbers("springdamper", 2, 2);
    if (!both.empty() && both[0] > 0 && both[1] > 0)
        values.lose("stiffness", "'springdamper' of joint '" + joint.name +
                                     "', which depends on inertias; give stiffness and damping");
    values.skip({"class", "group", "user", "margin", "solreflimit", "solimplimit", "solreffriction", "solimpfriction",
                 "actuatorfrcrange", "actuatorfrclimited", "actuatorgravcomp", "align"});
    values.lose_rest();
    return joint;
}

}  // namespace cchnn
