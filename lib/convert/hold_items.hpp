#pragma once
// The constraints that hold a moving body to its parent, one for each kind of joint_kinds.hpp, and what else they need
// where one of the two is flat:
//
//   hinge of a rod (Obj1D) at right angles to it   Universal of the hinge's axis and the rod
//   hinge, ball of a point mass (Obj0D)            Link to the foot of the perpendicular, and Planar across the hinge

#include <optional>
#include <vector>

#include "convert/body_ends.hpp"
#include "convert/system_draft.hpp"

namespace cchnn {

// Nothing: points or directions lie outside of a flat body, so that no constraint can be attached there.
std::optional<std::vector<DraftItem>> hold_items(const RobotModel& model, const std::vector<MovingBody>& bodies,
                                                 int body);

struct Touching;
// The angle of the child against the parent about their common axis, given for each of the two, in the drawn
// configuration: from the direction across it that one of them counts from to that of the other.
double drawn_angle(const Touching& touching, const std::vector<std::vector<double>>& axis);

// Where the world, or the parent, and the body touch in the drawn configuration.
struct Touching {
    BodyEnds parent, child;
    int parent_index, child_index;
    RigidFrame drawn;  // of the child in the parent

    Touching(const std::vector<MovingBody>& bodies, int body);
    // Ends at a point of the child's frame; nothing: outside of a flat body.
    std::optional<DraftEnd> of_child(const Vector3& p) const;
    std::optional<DraftEnd> of_parent(const Vector3& p) const;
};

}  // namespace cchnn
