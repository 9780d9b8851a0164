#pragma once
// The constraints that hold a moving body to its parent, one for each kind of joint in joint_kinds.hpp, and
// additional ones for flat bodies:
//
//   hinge of a rod (Obj1D) at right angles to it   Universal of the hinge's axis and the rod
//   hinge, ball of a point mass (Obj0D)            Link to the foot of the perpendicular, and Planar across the hinge

#include <optional>
#include <vector>

#include "convert/body_ends.hpp"
#include "convert/system_draft.hpp"

namespace cchnn {

// The constraints of one body; nothing if a point or a direction lies outside a flat body, so that no
// constraint can be attached there. write_system() then tries to give the body thickness (thicken()).
std::optional<std::vector<DraftItem>> hold_items(const RobotModel& model, const std::vector<MovingBody>& bodies,
                                                 int body);

struct Touching;
// The angle of the child relative to the parent about their common axis in the drawn configuration, in the
// convention of a system's angles: between the directions across the axis from which the two bodies count.
// `axis` holds the axis in both bodies.
double drawn_angle(const Touching& touching, const std::vector<std::vector<double>>& axis);

// The parent (or the world) and the child in the drawn configuration, and how points of the child become ends
// of items.
struct Touching {
    BodyEnds parent, child;
    int parent_index, child_index;
    RigidFrame drawn;  // of the child in the parent

    Touching(const std::vector<MovingBody>& bodies, int body);
    // The end of an item at a point of the child's frame, on the child or on the parent; nothing if it lies
    // outside a flat body.
    std::optional<DraftEnd> of_child(const Vector3& p) const;
    std::optional<DraftEnd> of_parent(const Vector3& p) const;
};

}  // namespace cchnn
