#include "convert/joint_inertia.hpp"

#include "convert/joint_kinds.hpp"
#include "core/number_text.hpp"

namespace cchnn {
namespace {

// Adds S = armature/2 (1 - u u^T), whose moment about u is `armature`; moments about other axes do not matter
// for a hinge.
void add_about(Matrix3& spread, double armature, const Vector3& u) {
    for (std::size_t i = 0; i < 3; ++i)
        for (std::size_t j = 0; j < 3; ++j) spread[i][j] += armature / 2 * ((i == j ? 1 : 0) - u[i] * u[j]);
}
// Adds S = armature/2 times the unit matrix, whose moment about every axis is `armature`.
void add_about_all(Matrix3& spread, double armature) {
    for (std::size_t i = 0; i < 3; ++i) spread[i][i] += armature / 2;
}
void add_mass(MovingBody& body, double armature) {
    if (armature == 0) return;
    body.mass.mass += armature;
    body.weightless.push_back({armature, body.mass.centre});
}

// Whether (1) to (4) applies to a joint; adds it then.
bool added(const ModelJoint& joint, bool on_world, bool parent_never_turns, MovingBody& body) {
    switch (joint.motion) {
        case JointMotion::hinge:
            if (parent_never_turns) add_about(body.mass.spread, joint.armature, joint.axis);
            return parent_never_turns;
        case JointMotion::ball:
            if (parent_never_turns) add_about_all(body.mass.spread, joint.armature);
            return parent_never_turns;
        case JointMotion::slide:
            if (on_world) add_mass(body, joint.armature);
            return on_world;
        case JointMotion::free:
            if (length(body.mass.centre) > 0) return false;
            add_mass(body, joint.armature);
            add_about_all(body.mass.spread, joint.armature);
            return true;
    }
    return false;
}

}  // namespace

std::vector<MassDistribution> with_descendants(const std::vector<MovingBody>& bodies) {
    std::vector<MassDistribution> hanging;
    for (const MovingBody& body : bodies) hanging.push_back(body.mass);
    for (std::size_t i = bodies.size(); i-- > 0;)
        if (bodies[i].parent >= 0) {
            MassDistribution& parent = hanging[bodies[i].parent];
            parent = together(parent, seen_from(bodies[i].drawn, hanging[i]));
        }
    return hanging;
}

std::optional<double> joint_inertia(const ModelJoint& joint, const MassDistribution& hanging) {
    if (joint.motion == JointMotion::slide) return hanging.mass;
    if (joint.motion != JointMotion::hinge) return std::nullopt;
    const Matrix3& s = hanging.spread;
    const Vector3 arm = cross(joint.axis, minus(hanging.centre, joint.anchor));
    return s[0][0] + s[1][1] + s[2][2] - dot(joint.axis, rotated(s, joint.axis)) + hanging.mass * dot(arm, arm);
}

void add_armature(const ModelBody& source, bool on_world, bool parent_never_turns, const MassDistribution& hanging,
                  MovingBody& body, Remarks& remarks) {
    if (is_carried_along(body.hold) && on_world && is_alike(source, &ModelJoint::armature))
        return add_mass(body, source.joints.front().armature);
    for (const ModelJoint& joint : source.joints) {
        if (joint.armature == 0) continue;
        if (source.joints.size() == 1 && added(joint, on_world, parent_never_turns, body)) continue;
        const std::optional<double> beside = joint_inertia(joint, hanging);
        const std::string share =
            beside ? ", " + short_number(100 * joint.armature / (joint.armature + *beside), 3) + " % of its inertia,"
                   : "";
        remarks.lose("armature", joint.where,
                     "armature " + number_text(joint.armature) + " of joint '" + joint.name + "'" + share +
                         " turns with its parent, and is inertia of neither body alone");
    }
}

}  // namespace cchnn
