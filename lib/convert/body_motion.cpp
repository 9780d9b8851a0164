#include "convert/body_motion.hpp"

namespace cchnn {
namespace {

// Rotates a body about an anchor that moves with the body's velocity so far; the rate of the new rotation is
// added afterwards, by add_angular_velocity().
void rotate(BodyMotion& body, const Vector3& anchor, const Matrix3& by_space) {
    const Vector3 anchor_velocity = body.velocity_of(anchor);
    const Vector3 arm = rotated(by_space, minus(body.frame.origin, anchor));
    body.frame = {product(by_space, body.frame.rotation), plus(anchor, arm)};
    body.velocity = plus(anchor_velocity, cross(body.angular_velocity, arm));
}
void add_angular_velocity(BodyMotion& body, const Vector3& anchor, const Vector3& rate) {
    body.velocity = plus(body.velocity, cross(rate, minus(body.frame.origin, anchor)));
    body.angular_velocity = plus(body.angular_velocity, rate);
}

void move(BodyMotion& body, const ModelJoint& joint, const double* q, const double* qd) {
    const Vector3 anchor = body.frame.point(joint.anchor), axis = body.frame.direction(joint.axis);
    switch (joint.motion) {
        case JointMotion::hinge:
            rotate(body, anchor, rotation_about(axis, q[0] - joint.reference));
            add_angular_velocity(body, anchor, times(qd[0], axis));
            break;
        case JointMotion::slide: {
            const Vector3 step = times(q[0] - joint.reference, axis);
            body.velocity = plus(plus(body.velocity, cross(body.angular_velocity, step)), times(qd[0], axis));
            body.frame.origin = plus(body.frame.origin, step);
            break;
        }
        case JointMotion::ball: {
            const Matrix3 own = rotation_of({q[0], q[1], q[2], q[3]});
            rotate(body, anchor, product(product(body.frame.rotation, own), transposed(body.frame.rotation)));
            add_angular_velocity(body, anchor, body.frame.direction({qd[0], qd[1], qd[2]}));
            break;
        }
        case JointMotion::free:
            body.frame = {rotation_of({q[3], q[4], q[5], q[6]}), {q[0], q[1], q[2]}};
            body.velocity = {qd[0], qd[1], qd[2]};
            body.angular_velocity = body.frame.direction({qd[3], qd[4], qd[5]});
            break;
    }
}

}  // namespace

std::vector<BodyMotion> motions_of(const RobotModel& model, const ModelState& state) {
    std::vector<BodyMotion> motions;
    for (const ModelBody& body : model.bodies) {
        BodyMotion motion = body.parent < 0 ? BodyMotion{} : motions[body.parent];
        const Vector3 origin = motion.frame.point(body.frame.origin);
        motion.velocity = motion.velocity_of(origin);
        motion.frame = {product(motion.frame.rotation, body.frame.rotation), origin};
        for (const ModelJoint& joint : body.joints) move(motion, joint, &state.qpos[joint.q], &state.qvel[joint.qd]);
        motions.push_back(motion);
    }
    return motions;
}

}  // namespace cchnn
