#include "convert/joint_forces.hpp"

#include <algorithm>
#include <cmath>

#include "convert/joint_inertia.hpp"
#include "convert/joint_kinds.hpp"
#include "core/number_text.hpp"
#include "core/to_size.hpp"

namespace cchnn {
namespace {

constexpr double short_time = 1e-3;  // s
constexpr double far_enough = 10;    // m, at least; and ten times the range of the joint and the sizes around it

// The forces of one body's joints. Each add_ function returns false if no item has that force.
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
    // Which damping item has the effect of a joint's damper depends on how the body is held. False if none has.
    bool add_damping(const ModelJoint& joint) {
        switch (body_.hold) {
            case HeldBy::hinge: return source_.joints.size() == 1 && add_torsion(joint);
            case HeldBy::ball: return source_.joints.size() == 1 && add_torsion(joint);
            case HeldBy::slide: return add_piston(joint);
            case HeldBy::free: return source_.joints.size() == 1 && add_free(joint);
            case HeldBy::universal:
            case HeldBy::planar:
            case HeldBy::cylinder:
            case HeldBy::untilted:
            case HeldBy::parallel:
            case HeldBy::oblique:
            case HeldBy::skew: return false;
            case HeldBy::in_plane:
            case HeldBy::anywhere: return add_all_around(joint);
        }
        return false;
    }

  private:
    // (1): the end on the parent is where the centre of mass is when the joint is at rest.
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
        spring.rest_angle = drawn_angle(touching_, holding_.front().axis) + joint.rest - joint.reference;
        draft_.potentials.push_back(spring);
        if (*turned == 0) return true;
        wound.type = "Torque";
        wound.torque = -joint.stiffness * *turned;
        draft_.potentials.push_back(wound);
        return true;
    }
    // The whole turns, in rad, by which the spring is wound up beyond what a TorsionSpring starts with, half a
    // turn either way. They must be the same in every initial state. Nothing if they differ, or if a state is
    // so close to half a turn that rounding decides.
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
    // A TorsionDamper acts on the angular velocity of the child against its parent, which on a hinge is the
    // joint's velocity, and on a ball its three.
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
    // Damping of the velocity of the centre of mass in space, for joints to the world.
    void add_of_body(const ModelJoint& joint) {
        DraftItem damping{"Damping"};
        damping.whole = true;
        damping.between = {whole_body()};
        damping.coefficient = joint.damping;
        draft_.damping.push_back(damping);
    }
    // Slides at right angles with the same coefficient damp motion equally in all directions, so one Damping
    // replaces all of them; it is added for the first slide.
    bool add_all_around(const ModelJoint& joint) {
        if (touching_.parent_index >= 0 || !is_alike(source_, &ModelJoint::damping)) return false;
        if (&joint == &source_.joints.front()) add_of_body(joint);
        return true;
    }
    // MuJoCo damps the velocity of the body's origin; Damping that of the centre of mass. Both are the same
    // only where the origin is the centre.
    bool add_free(const ModelJoint& joint) {
        if (length(body_.mass.centre) > 0 || touching_.parent_index >= 0 || !add_torsion(joint)) return false;
        add_of_body(joint);
        return true;
    }
    // (2): both points lie on a line along the axis, so the Dashpot acts along the slide wherever the body is.
    bool add_piston(const ModelJoint& joint) {
        if (touching_.parent_index < 0) {
            add_of_body(joint);
            return true;
        }
        const double size = length(body_.mass.centre) + length(touching_.drawn.origin) +
                            std::max(std::abs(joint.low), std::abs(joint.high));
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

// Explicit integration steps are at most about four time constants long.
void report_time_constant(const ModelJoint& joint, const MassDistribution& hanging, Remarks& remarks) {
    const std::optional<double> inertia = joint_inertia(joint, hanging);
    if (!inertia || *inertia >= short_time * joint.damping) return;
    const double time = *inertia / joint.damping;
    const bool turns = joint.motion == JointMotion::hinge;
    remarks.note(joint.where, "the damping of joint '" + joint.name + "', " + short_number(joint.damping) +
                                  (turns ? " N m s on " : " N s/m on ") + short_number(*inertia) +
                                  (turns ? " kg m^2" : " kg") + ", ends its motion within " + short_number(time, 2) +
                                  " s: a second of motion takes about " + short_number(std::round(1 / (4 * time))) +
                                  " steps; more inertia or less damping needs fewer");
}

}  // namespace

void add_joint_forces(const RobotModel& model, const std::vector<MovingBody>& bodies, int body,
                      const std::vector<DraftItem>& holding, const MassDistribution& hanging, SystemDraft& draft,
                      Remarks& remarks) {
    JointForces forces(model, bodies, body, holding, draft);
    for (const ModelJoint& joint : model.bodies[bodies[body].source].joints) {
        if (joint.stiffness > 0 && !forces.add_spring(joint))
            remarks.lose("stiffness", joint.where,
                         "the spring of joint '" + joint.name + "', " + number_text(joint.stiffness) +
                             ", has no counterpart: slides and hinges alone have one, hinges where all motions start "
                             "in the same turn of the spring, counted from half a turn before its rest");
        const bool is_damped = joint.damping > 0 && forces.add_damping(joint);
        if (is_damped) report_time_constant(joint, hanging, remarks);
        if (joint.damping > 0 && !is_damped)
            remarks.lose("damping", joint.where,
                         "the damping of joint '" + joint.name + "', " + number_text(joint.damping) +
                             ", has no counterpart on these bodies");
    }
}

bool asks_for_thickness(const ModelBody& source, const MovingBody& body) {
    const ModelJoint& joint = source.joints[0];
    return body.hold == HeldBy::hinge && (joint.damping > 0 || joint.stiffness > 0 || !joint.limits.empty());
}

}  // namespace cchnn
