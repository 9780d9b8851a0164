#include "convert/joint_limits.hpp"

#include <cmath>
#include <numbers>

#include "core/number_text.hpp"
#include "core/to_size.hpp"
#include "elements/stop.hpp"

namespace cchnn {
namespace {

std::vector<ModelState> states_of(const RobotModel& model) {
    return model.states.empty() ? std::vector{drawn_state(model)} : model.states;
}

// Why motions that start in these states cannot have the Stop; "" if they can. `shift` leads from q to what it limits.
std::string why_not(const std::vector<ModelState>& states, const ModelJoint& joint, double shift) {
    constexpr double near = 1e-9;
    for (const ModelState& state : states) {
        const double q = state.qpos[to_size(joint.q)];
        if (!(q > joint.low + near && q < joint.high - near))
            return "a motion starts at " + short_number(q) + ", not between " + short_number(joint.low) + " and " +
                   short_number(joint.high) + "; give a keyframe between them, or random starts";
        const double middle = middle_of_count(joint.low + shift, joint.high + shift);
        if (joint.motion == JointMotion::hinge && !(std::abs(q + shift - middle) < std::numbers::pi - near))
            return "a motion starts at " + short_number(q) + " rad, another turn than that of a Stop";
    }
    return "";
}

}  // namespace

void add_joint_limits(const RobotModel& model, const std::vector<MovingBody>& bodies, int body,
                      const std::vector<DraftItem>& holding, bool starts_within, double restitution, SystemDraft& draft,
                      Remarks& remarks) {
    const DraftItem* held = holding.size() == 1 ? &holding.front() : nullptr;
    for (const ModelJoint& joint : model.bodies[bodies[body].source].joints) {
        if (joint.limits.empty()) continue;
        const bool turns = joint.motion == JointMotion::hinge;
        std::string trouble;
        double shift = -joint.reference;
        if (!(joint.low < joint.high)) {
            trouble = "the lower one, " + short_number(joint.low) + ", is not below the upper one, " +
                      short_number(joint.high);
        } else if (!std::isfinite(joint.high - joint.low)) {
            trouble = "they are further apart than numbers reach";
        } else if (!held || held->type != (turns ? "Joint+Axis" : "Slider") || held->turn) {
            trouble = "one hinge or one slide alone does not hold the body";
        } else {
            if (turns) shift += drawn_angle(Touching(bodies, body), held->axis);
            if (!starts_within) trouble = why_not(states_of(model), joint, shift);
        }
        if (!trouble.empty()) {
            remarks.lose("limit", joint.limits, "limits of joint '" + joint.name + "': " + trouble);
            continue;
        }
        DraftItem stop{"Stop", held->between, held->axis};
        stop.whole = turns;
        stop.origin_name = joint.name;
        stop.low = joint.low + shift;
        stop.high = joint.high + shift;
        if (!turns && held->between[0].body == body) {
            stop.low = -joint.high - shift;
            stop.high = -joint.low - shift;
        }
        stop.restitution = restitution;
        draft.contacts.push_back(stop);
    }
}

}  // namespace cchnn
