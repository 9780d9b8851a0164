#include "convert/mjcf/mjcf_keyframe.hpp"

namespace cchnn {
namespace {

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
