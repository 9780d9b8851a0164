#include "convert/robot_model.hpp"

#include "convert/body_motion.hpp"
#include "core/to_size.hpp"

namespace cchnn {
namespace {

template <class Count>
int total(const RobotModel& model, Count count) {
    int sum = 0;
    for (const ModelBody& body : model.bodies)
        for (const ModelJoint& joint : body.joints) sum += count(joint.motion);
    return sum;
}

// The quaternion of a rotation matrix stored by rows. It begins with the largest entry, so that no digits are
// lost.
Quaternion quaternion_of(const Matrix3& r) {
    const double four[4] = {1 + r[0][0] + r[1][1] + r[2][2], 1 + r[0][0] - r[1][1] - r[2][2],
                            1 - r[0][0] + r[1][1] - r[2][2], 1 - r[0][0] - r[1][1] + r[2][2]};
    std::size_t k = 0;
    for (std::size_t i = 1; i < 4; ++i)
        if (four[i] > four[k]) k = i;
    const Matrix3 plus_minus{{{r[2][1] - r[1][2], r[0][2] - r[2][0], r[1][0] - r[0][1]},
                              {r[1][0] + r[0][1], r[0][2] + r[2][0], r[2][1] + r[1][2]},
                              {}}};
    const auto& [w_with, pair, none] = plus_minus;
    const double s = std::sqrt(four[k]);
    const Quaternion rows[4] = {{s * s, w_with[0], w_with[1], w_with[2]},
                                {w_with[0], s * s, pair[0], pair[1]},
                                {w_with[1], pair[0], s * s, pair[2]},
                                {w_with[2], pair[1], pair[2], s * s}};
    Quaternion q = rows[k];
    for (double& entry : q) entry /= 2 * s;
    return q;
}

}  // namespace

int position_count(const RobotModel& model) { return total(model, positions_of); }
int rate_count(const RobotModel& model) { return total(model, rates_of); }

void number_joints(RobotModel& model) {
    int q = 0, qd = 0;
    for (ModelBody& body : model.bodies)
        for (ModelJoint& joint : body.joints) {
            joint.q = q;
            joint.qd = qd;
            q += positions_of(joint.motion);
            qd += rates_of(joint.motion);
        }
}

ModelState drawn_state(const RobotModel& model) {
    ModelState state{std::vector<double>(position_count(model), 0.0), std::vector<double>(rate_count(model), 0.0)};
    std::vector<RigidFrame> drawn;  // of bodies, every joint in its reference
    for (const ModelBody& body : model.bodies) {
        drawn.push_back(body.parent < 0 ? body.frame : combined(drawn[body.parent], body.frame));
        for (const ModelJoint& joint : body.joints) {
            double* q = &state.qpos[joint.q];
            switch (joint.motion) {
                case JointMotion::hinge:
                case JointMotion::slide: q[0] = joint.reference; break;
                case JointMotion::ball: q[0] = 1; break;
                case JointMotion::free: {
                    const Quaternion rotation = quaternion_of(drawn.back().rotation);
                    for (std::size_t k = 0; k < 3; ++k) q[k] = drawn.back().origin[k];
                    for (std::size_t k = 0; k < 4; ++k) q[3 + k] = rotation[k];
                    break;
                }
            }
        }
    }
    return state;
}

}  // namespace cchnn
