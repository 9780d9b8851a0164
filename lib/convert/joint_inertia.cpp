#include "convert/joint_inertia.hpp"

namespace cchnn {

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

}  // namespace cchnn
