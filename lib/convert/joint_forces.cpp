#include "convert/joint_forces.hpp"

#include <algorithm>
#include <cmath>

#include "core/number_text.hpp"
#include "elements/parts/axis_frame.hpp"

namespace cchnn {
namespace {

constexpr double far_enough = 10;  // m, at least; and ten times the range of the joint and the sizes around it

class JointForces {
  public:
    JointForces(const RobotModel& model, const std::vector<MovingBody>& bodies, int body,
                const std::vector<DraftItem>& holding, SystemDraft& draft)
        : model_(model),
          holding_(holding),
          touching_(bodies, body),
          body_(bodies[body]),
          index_(body),
          source_(model.bodies[body_.source]),
          draft_(draft) {}

    // False where no item has that force.
    bool add_spring(const ModelJoint& joint) {
        if (body_.hold == HeldBy::hinge) return add_torsion_spring(joint);
        return body_.hold == HeldBy::slide && add_straight_spring(joint);
    }
    bool add_damping(const ModelJoint& joint) {
        switch (body_.hold) {
            case HeldBy::hinge: return source_.joints.size() == 1 && add_torsion(joint);
            case HeldBy::ball: return source_.joints.size() == 1 && add_torsion(joint);
            case HeldBy::slide: return add_piston(joint);
            case HeldBy::free: return source_.joints.size() == 1 && add_free(joint);
            case HeldBy::universal:
            case HeldBy::planar:
            case HeldBy::cylinder: return false;
        }
        return false;
    }

  private:
    bool add_straight_spring(const ModelJoint& joint) {
        const std::optional<DraftEnd> b = touching_.of_child(body_.mass.centre);
        const std::optional<DraftEnd> a =
            touching_.of_parent(plus(body_.mass.centre, times(joint.rest - joint.reference, joint.axis)));
        if (!a || !b) return false;
        DraftItem spring{"Spring", {*a, *b}};
        spring.stiffness = joint.stiffness;
        spring.origin_name = joint.name + "_rest";
        draft_.potentials.push_back(spring);
        return true;
    }
    bool add_torsion_spring(const ModelJoint& joint) {
        if (holding_.empty() || holding_.front().type != "Joint+Axis") return false;
        const std::optional<double> turned = whole_turns(joint);
        if (!turned) return false;
        DraftItem spring{"TorsionSpring", holding_.front().between, holding_.front().axis};
        spring.whole = true;
        spring.origin_name = joint.name;
        DraftItem wound = spring;
        spring.stiffness = joint.stiffness;
        spring.rest_angle = angle_as_drawn() + joint.rest - joint.reference;
        draft_.potentials.push_back(spring);
        if (*turned == 0) return true;
        wound.type = "Torque";
        wound.torque = -joint.stiffness * *turned;
        draft_.potentials.push_back(wound);
        return true;
    }
    // theta while q is the reference: from the direction across the axis that one body tells it by to that of the other.
    double angle_as_drawn() const {
        const std::vector<std::vector<double>>& axis = holding_.front().axis;
        const Vector3 u = in_frame(touching_.parent, axis[0]), a = across_axis(touching_.parent, axis[0]),
                      b = touching_.drawn.direction(across_axis(touching_.child, axis[1]));
        return std::atan2(dot(u, cross(a, b)), dot(a, b));
    }
    static Vector3 in_frame(const BodyEnds& ends, const std::vector<double>& u) {
        Vector3 sum{};
        for (std::size_t i = 0; i < u.size(); ++i)
            sum = plus(sum, times(u[i], ends.body ? ends.body->axes[i] : no_turn[i]));
        return sum;
    }
    static Vector3 across_axis(const BodyEnds& ends, const std::vector<double>& u) {
        if (ends.axes() == 2) return in_frame(ends, {-u[1], u[0]});
        const std::array<double, 3> across = axis_frame(u).across_1;
        return in_frame(ends, {across[0], across[1], across[2]});
    }
    // The turns, in rad, by which the spring is wound up beyond what a TorsionSpring starts with, half a turn either
    // way; the same in every state that motions start from. Nothing: they differ, or a state is so near to half a turn
    // that rounding decides.
    std::optional<double> whole_turns(const ModelJoint& joint) const {
        constexpr double turn = 6.283185307179586, near = 1e-6;
        std::optional<double> turns;
        for (const ModelState& state : model_.states.empty() ? std::vector{drawn_state(model_)} : model_.states) {
            const double wound = state.qpos[joint.q] - joint.rest;
            const double whole = turn * std::round(wound / turn);
            if (std::abs(wound - whole) > turn / 2 - near || (turns && *turns != whole)) return std::nullopt;
            turns = whole;
        }
        return turns;
    }
    static DraftEnd world() { return {}; }
    DraftEnd whole_body() const { return {index_, {}, {}}; }
    bool add_torsion(const ModelJoint& joint) {
        if (touching_.child.axes() < 2 || touching_.parent.axes() < 2) return false;
        DraftItem damper{"TorsionDamper"};
        damper.whole = true;
        damper.between = holding_.empty() ? std::vector{world(), whole_body()} : holding_.front().between;
        damper.coefficient = joint.damping;
        damper.origin_name = joint.name;
        draft_.damping.push_back(damper);
        return true;
    }
    void add_of_body(const ModelJoint& joint) {
        DraftItem damping{"Damping"};
        damping.whole = true;
        damping.between = {whole_body()};
        damping.coefficient = joint.damping;
        draft_.damping.push_back(damping);
    }
    bool add_free(const ModelJoint& joint) {
        if (length(body_.mass.centre) > 0 || touching_.parent_index >= 0 || !add_torsion(joint)) return false;
        add_of_body(joint);
        return true;
    }
    bool add_piston(const ModelJoint& joint) {
        if (touching_.parent_index < 0) {
            add_of_body(joint);
            return true;
        }
        const double size = length(body_.mass.centre) + length(touching_.drawn.origin) + joint.farthest;
        const double behind = std::max(far_enough, 10 * size);
        const std::optional<DraftEnd> b = touching_.of_child(body_.mass.centre);
        const std::optional<DraftEnd> a = touching_.of_parent(minus(body_.mass.centre, times(behind, joint.axis)));
        if (!a || !b) return false;
        DraftItem piston{"Dashpot", {*a, *b}};
        piston.coefficient = joint.damping;
        draft_.damping.push_back(piston);
        return true;
    }

    const RobotModel& model_;
    const std::vector<DraftItem>& holding_;
    Touching touching_;
    const MovingBody& body_;
    int index_;
    const ModelBody& source_;
    SystemDraft& draft_;
};

}  // namespace

void add_joint_forces(const RobotModel& model, const std::vector<MovingBody>& bodies, int body,
                      const std::vector<DraftItem>& holding, SystemDraft& draft, Remarks& remarks) {
    JointForces forces(model, bodies, body, holding, draft);
    for (const ModelJoint& joint : model.bodies[bodies[body].source].joints) {
        if (joint.stiffness > 0 && !forces.add_spring(joint))
            remarks.lose("stiffness", joint.where,
                         "the spring of joint '" + joint.name + "', " + number_text(joint.stiffness) +
                             ", has no counterpart: slides and hinges alone have one, hinges where all motions start "
                             "in the same turn of the spring, counted from half a turn before its rest");
        if (joint.damping > 0 && !forces.add_damping(joint))
            remarks.lose("damping", joint.where,
                         "the damping of joint '" + joint.name + "', " + number_text(joint.damping) +
                             ", has no counterpart on these bodies");
    }
}

bool asks_for_thickness(const ModelBody& source, const MovingBody& body) {
    return body.hold == HeldBy::hinge && (source.joints[0].damping > 0 || source.joints[0].stiffness > 0);
}

}  // namespace cchnn
