#include "convert/joint_kinds.hpp"

#include <algorithm>
#include <cmath>

#include "core/joined.hpp"

namespace cchnn {
namespace {

constexpr double least_sine = 1e-4;  // of two hinges of a body that are not parallel
constexpr double small = 1e-9;       // angles and, in sizes of the body, distances: what rounding leaves of zero

using Joints = std::vector<const ModelJoint*>;

Joints of_kind(const ModelBody& body, JointMotion motion) {
    Joints found;
    for (const ModelJoint& joint : body.joints)
        if (joint.motion == motion) found.push_back(&joint);
    return found;
}

// Whether three directions span space: their triple product is the volume of the box between them.
bool independent(const Joints& three) {
    return std::abs(dot(three[0]->axis, cross(three[1]->axis, three[2]->axis))) > 1e-6;
}
// Whether all joints go through one point, up to rounding of numbers as large as the anchor's.
bool one_anchor(const Joints& joints) {
    return std::ranges::all_of(joints, [&](const ModelJoint* joint) {
        const Vector3 apart = minus(joint->anchor, joints[0]->anchor);
        return length(apart) <= small * (1e-3 + length(joint->anchor));
    });
}
// At right angles.
bool perpendicular(const ModelJoint& a, const ModelJoint& b) { return std::abs(dot(a.axis, b.axis)) < small; }
bool parallel(const ModelJoint& a, const ModelJoint& b) { return length(cross(a.axis, b.axis)) < small; }

// Slides with hinges of one body. The order of the joints does not matter for the ones that are accepted, since
// the set of motions is the same.
std::optional<HeldBy> hold_of_slides(const Joints& slides, const Joints& hinges) {
    if (slides.size() == 3 && hinges.size() == 3 && independent(slides) && independent(hinges)) return HeldBy::free;
    if (hinges.empty() && slides.size() == 2 && !parallel(*slides[0], *slides[1])) return HeldBy::in_plane;
    if (hinges.empty() && slides.size() == 3 && independent(slides)) return HeldBy::anywhere;
    if (hinges.size() != 1) return std::nullopt;
    if (slides.size() == 3 && independent(slides)) return HeldBy::untilted;
    if (slides.size() == 1 && parallel(*slides[0], *hinges[0])) return HeldBy::cylinder;
    if (slides.size() == 2 && perpendicular(*slides[0], *hinges[0]) && perpendicular(*slides[1], *hinges[0]) &&
        !parallel(*slides[0], *slides[1]))
        return HeldBy::planar;
    return std::nullopt;
}

// Hinges on one line, or nearly so, are excluded: the body between them would be flat, and its Links would not
// hold it.
std::optional<HeldBy> hold_of_pair(const ModelBody& body) {
    const HingePair pair = hinge_pair(body, {});
    if (pair.sine < small) return pair.meets ? std::nullopt : std::optional(HeldBy::parallel);
    if (pair.sine < least_sine) return std::nullopt;
    return pair.meets ? HeldBy::oblique : HeldBy::skew;
}

// Nothing if no items of this project allow the same motions. The model must then be changed by hand (the
// message of hold_of() says how).
std::optional<HeldBy> hold_of_several(const ModelBody& body) {
    const Joints hinges = of_kind(body, JointMotion::hinge), slides = of_kind(body, JointMotion::slide);
    const std::size_t balls = of_kind(body, JointMotion::ball).size();
    if (!of_kind(body, JointMotion::free).empty() || balls > 1) return std::nullopt;
    if (balls == 1) {
        if (slides.size() == 3 && hinges.empty() && independent(slides)) return HeldBy::free;
        return std::nullopt;
    }
    if (!slides.empty()) return hold_of_slides(slides, hinges);
    if (hinges.size() == 3 && one_anchor(hinges) && independent(hinges)) return HeldBy::ball;
    if (hinges.size() == 2 && one_anchor(hinges) && perpendicular(*hinges[0], *hinges[1])) return HeldBy::universal;
    if (hinges.size() == 2) return hold_of_pair(body);
    return std::nullopt;
}

HeldBy hold_of_one(JointMotion motion) {
    switch (motion) {
        case JointMotion::hinge: return HeldBy::hinge;
        case JointMotion::slide: return HeldBy::slide;
        case JointMotion::ball: return HeldBy::ball;
        case JointMotion::free: return HeldBy::free;
    }
    return HeldBy::free;
}

}  // namespace

// Two lines are nearest to each other where their connection is at right angles to both. The two equations of
// this are solved for the distances from the anchors to p and to q along the axes.
HingePair hinge_pair(const ModelBody& body, const Vector3& near) {
    const Joints hinges = of_kind(body, JointMotion::hinge);
    const Vector3 &on_a = hinges[0]->anchor, &on_b = hinges[1]->anchor, apart = minus(on_b, on_a);
    HingePair pair{hinges[0]->axis, hinges[1]->axis, {}, {}, 0, false};
    if (dot(pair.a, pair.b) < 0) pair.b = times(-1, pair.b);
    const double cosine = dot(pair.a, pair.b), along_a = dot(apart, pair.a), along_b = dot(apart, pair.b);
    pair.sine = length(cross(pair.a, pair.b));
    double to_p = dot(minus(near, on_a), pair.a), to_q = to_p - along_a;
    if (pair.sine >= small) {
        to_p = (along_a - cosine * along_b) / (pair.sine * pair.sine);
        to_q = (cosine * along_a - along_b) / (pair.sine * pair.sine);
    }
    pair.p = plus(on_a, times(to_p, pair.a));
    pair.q = plus(on_b, times(to_q, pair.b));
    pair.meets = length(minus(pair.q, pair.p)) <= small * (1e-3 + length(on_a) + length(on_b));
    return pair;
}

bool is_alike(const ModelBody& slides, double ModelJoint::*coefficient) {
    for (const ModelJoint& a : slides.joints)
        for (const ModelJoint& b : slides.joints)
            if (a.*coefficient != b.*coefficient || (&a != &b && !perpendicular(a, b))) return false;
    return true;
}

HeldBy hold_of(const ModelBody& body, Remarks& remarks) {
    if (body.joints.size() == 1) return hold_of_one(body.joints[0].motion);
    if (const std::optional<HeldBy> hold = hold_of_several(body)) return *hold;
    const std::size_t hinges = of_kind(body, JointMotion::hinge).size(),
                      slides = of_kind(body, JointMotion::slide).size();
    const std::string joints = "the " + std::to_string(body.joints.size()) + " joints of " + body.shown() + " ('" +
                               joined(body.joints, "', '", &ModelJoint::name) + "'";
    if (slides == 3 && hinges == 2)
        remarks.problem(body.where, joints +
                                        ") leave it free to move anywhere, but not to turn in every direction: no "
                                        "constraint of this format says that; give the slides to a body of their own "
                                        "with a little mass (1e-6 of what it carries), and put this one into it with "
                                        "its hinges");
    else
        remarks.problem(
            body.where,
            joints +
                ") have no counterpart together; what has one: two hinges that are not on one line, three "
                "through one point, two or three slides, a hinge and two slides across it, a hinge and a "
                "slide along it, three slides and a hinge, a ball or three hinges; or put a body with mass between "
                "them, which has some of the joints and carries this body with the others");
    return HeldBy::free;
}

const ModelJoint& hinge_of(const ModelBody& body) {
    return *std::ranges::find(body.joints, JointMotion::hinge, &ModelJoint::motion);
}

}  // namespace cchnn
