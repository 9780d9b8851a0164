#include "convert/convert_model.hpp"

#include <algorithm>
#include <cmath>
#include <map>

#include "convert/mjcf/read_mjcf.hpp"
#include "convert/read_urdf.hpp"
#include "convert/remarks.hpp"
#include "convert/robot_model.hpp"
#include "convert/write_system.hpp"
#include "core/number_text.hpp"

namespace cchnn {
namespace {

// Joints that an equality locks at one value, and those that follow them. Such a joint leaves the model: its body is
// where the joint would hold it.
//
//   frame J_1(q_1) ... J_i(q_i) ...  with J_i = M constant  =  (frame M) (M^-1 J_1 M)(q_1) ...
//
// so that the joints of the body that come before move with M^-1.

using Values = std::map<std::string, double>;  // q - reference of locked joints, by name

// The values of the joints that equalities lock, which leave the model. An equality of a joint that is locked locks the
// other one. The second of two that lock one joint at different values is lost.
Values locked_values(RobotModel& model, Remarks& remarks) {
    Values values;
    std::vector<EqualityConstraint*> locking;
    std::multimap<std::string, EqualityConstraint*> others;  // by both of their joints
    for (EqualityConstraint& one : model.equalities) {
        if (one.kind != EqualityConstraint::Kind::joints) continue;
        if (one.ratio == 0) locking.push_back(&one);
        else
            for (const std::string& joint : one.joints) others.emplace(joint, &one);
    }
    for (std::size_t i = 0; i < locking.size(); ++i) {
        const EqualityConstraint& lock = *locking[i];
        const auto [known, first] = values.emplace(lock.joints[0], lock.offset);
        if (!first && std::abs(known->second - lock.offset) > 1e-9)
            remarks.lose(lock.loss, lock.where,
                         lock.what + ": joint '" + lock.joints[0] + "' is locked at another value");
        if (!first) continue;
        const auto [begin, end] = others.equal_range(lock.joints[0]);
        for (auto other = begin; other != end; ++other) {
            EqualityConstraint& one = *other->second;
            if (one.ratio == 0) continue;
            const bool locks_second = one.joints[0] == lock.joints[0];
            one.offset = locks_second ? (lock.offset - one.offset) / one.ratio : one.offset + one.ratio * lock.offset;
            if (locks_second) one.joints[0] = one.joints[1];
            one.ratio = 0;
            locking.push_back(&one);
        }
    }
    std::erase_if(model.equalities, [](const EqualityConstraint& one) {
        return one.kind == EqualityConstraint::Kind::joints && one.ratio == 0;
    });
    return values;
}

// Takes joint i out of a body that it holds at `value` from its reference.
void lock(ModelBody& body, std::size_t i, double value) {
    const ModelJoint joint = body.joints[i];
    RigidFrame moved;
    if (joint.motion == JointMotion::slide) moved.origin = times(value, joint.axis);
    else {
        moved.rotation = rotation_about(joint.axis, value);
        moved.origin = minus(joint.anchor, moved.direction(joint.anchor));
    }
    const Matrix3 back = transposed(moved.rotation);
    for (std::size_t k = 0; k < i; ++k) {
        body.joints[k].anchor = rotated(back, minus(body.joints[k].anchor, moved.origin));
        body.joints[k].axis = rotated(back, body.joints[k].axis);
    }
    body.frame = combined(body.frame, moved);
    body.joints.erase(body.joints.begin() + static_cast<std::ptrdiff_t>(i));
}

// Joints must be numbered, and are numbered again.
void lock_joints(RobotModel& model, Remarks& remarks) {
    const Values values = locked_values(model, remarks);
    if (values.empty()) return;
    std::vector<bool> gone_q(position_count(model)), gone_rate(rate_count(model));
    for (ModelBody& body : model.bodies)
        for (std::size_t i = body.joints.size(); i-- > 0;) {
            const ModelJoint& joint = body.joints[i];
            const auto value = values.find(joint.name);
            if (value == values.end()) continue;
            gone_q[joint.q] = gone_rate[joint.qd] = true;
            remarks.note(joint.where, "joint '" + joint.name + "' is locked at " +
                                          short_number(joint.reference + value->second) +
                                          (joint.motion == JointMotion::slide ? " m" : " rad") +
                                          " by an equality: here its body is fixed there");
            lock(body, i, value->second);
        }
    const auto leave_out = [](std::vector<double>& numbers, const std::vector<bool>& gone) {
        std::size_t k = 0;
        std::erase_if(numbers, [&](double) { return gone[k++]; });
    };
    for (ModelState& state : model.states) {
        leave_out(state.qpos, gone_q);
        leave_out(state.qvel, gone_rate);
    }
    number_joints(model);
}

void lose_limits(RobotModel& model, Remarks& remarks) {
    for (ModelBody& body : model.bodies)
        for (ModelJoint& joint : body.joints) {
            if (!joint.limits.empty()) remarks.lose("limit", joint.limits, "limits of joint '" + joint.name + "'");
            joint.limits.clear();
        }
}

// Whether elements or values are left to the xacro program: it computes ${...} and $(...), and writes out macros.
bool is_xacro(const XmlElement& element) {
    const auto is_computed = [](const XmlAttribute& attribute) {
        return attribute.value.find("${") != std::string::npos || attribute.value.find("$(") != std::string::npos;
    };
    return element.tag.starts_with("xacro:") || std::ranges::any_of(element.attributes, is_computed) ||
           std::ranges::any_of(element.children, is_xacro);
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
    if (root.tag == "robot")
        model = read_urdf(root, choices.free_base, choices.contacts.has_value(), converted.remarks);
    else if (root.tag == "mujoco")
        model = read_mjcf(std::move(root), path.parent_path(), totals, choices.contacts.has_value(), converted.remarks);
    else
        throw SpecError(root.where, "the root element is <" + root.tag +
                                        ">; a URDF file has <robot>, an MJCF file <mujoco>; of other formats, an SDF "
                                        "file for one, make one of these first");
    if (!choices.restitution) lose_limits(model, converted.remarks);
    lock_joints(model, converted.remarks);
    model.file = path.string();
    if (!choices.name.empty()) model.name = choices.name;
    if (model.name.empty()) model.name = path.stem().string();
    converted.json = write_system(model, choices, converted.remarks);
    return converted;
}

}  // namespace cchnn
