#pragma once
// The constraints that hold a moving body to its parent, one for each kind of joint in joint_kinds.hpp, and
// additional ones for flat bodies:
//
//   hinge of a rod (Obj1D) at right angles to it   Universal of the hinge's axis and the rod
//   hinge, ball of a point mass (Obj0D)            Link to the foot of the perpendicular, and Planar across the hinge

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "convert/moving_bodies.hpp"
#include "convert/robot_model.hpp"

namespace cchnn {

// Points and directions of a body in the form of a system file: coordinates along its principal axes, as many
// as the body has. A point outside a flat body has no such coordinates.

// A moving body, or the world, to which items of a system are attached.
struct BodyEnds {
    const MovingBody* body = nullptr;  // nullptr: the world

    std::size_t axes() const { return body ? body->axes.size() : 3; }
    bool has_frame() const { return axes() == 3; }  // an Obj3D or an Origin

    // The coordinates of a unit vector, or of a point, of the body's frame; nothing if it lies outside a flat
    // body. The world needs no coordinates for points.
    std::optional<std::vector<double>> direction(const Vector3& u) const;
    std::optional<std::vector<double>> point(const Vector3& p) const;
};

// A unit vector perpendicular to u, within the plane of a flat body; nothing if there is none.
std::optional<Vector3> across(const Vector3& u, const BodyEnds& ends);

// A system file in the making: plain values that write_system.cpp turns into JSON.
struct DraftEnd {
    int body = -1;              // a moving body; -1: the world
    std::vector<double> point;  // along its principal axes
    Vector3 place{};            // of the world
};

// One item of constraints, potentials, damping or contacts. Members that are empty or 0 are not written.
struct DraftItem {
    std::string type;
    std::vector<DraftEnd> between{};
    std::vector<std::vector<double>> axis{}, across{};
    bool turn = false;
    double length = 0, stiffness = 0, coefficient = 0, rest_angle = 0, torque = 0;
    bool whole = false;               // 'bodies' instead of 'between', or 'body' where there is one end
    std::vector<double> force{};      // on between[0]
    std::string origin_name{};        // what an Origin is called that has to be made
    std::vector<DraftItem> wheels{};  // of a Gear or Rack: the angles between two bodies each
    std::array<int, 2> teeth{};
    std::vector<DraftItem> slides{};  // of a Rack or SlideGear: their ends, and along which axis of the first
    double radius = 0, phase = 0, ratio = 0, offset = 0;
    double low = 0, high = 0, restitution = 0;  // of a Stop
    std::string name{};                         // of a Contact
    std::vector<double> radii{};                // of both ends
    Vector3 place{}, normal{};                  // of a Contact with one end, a plane
};

struct SystemDraft {
    std::vector<DraftItem> constraints{}, potentials{}, damping{}, contacts{};
};

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
