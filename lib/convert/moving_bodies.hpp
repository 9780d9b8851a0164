#pragma once
// The bodies of a model that move independently, each a rigid body of a system. Bodies that no joint separates
// are merged into one, and several joints of one body become one kind of holding.
//
// Fixed bodies are merged and not welded: the motion is the same, but each Obj3D with a Weld would add four nodes and
// twelve scalar constraints, and the massless frames of which robots have many could not be bodies at all.

#include <optional>
#include <string>
#include <vector>

#include "convert/remarks.hpp"
#include "convert/robot_model.hpp"

namespace cchnn {

// The motions that the joints of a body allow relative to its parent (joint_kinds.hpp).
enum class HeldBy {
    free,
    hinge,
    slide,
    ball,
    universal,
    planar,
    cylinder,
    parallel,
    oblique,
    skew,
    in_plane,
    anywhere,
    untilted
};
// Whether a body has only slides: it never turns, so that it moves like a point mass.
constexpr bool is_carried_along(HeldBy hold) { return hold == HeldBy::in_plane || hold == HeldBy::anywhere; }

// The rotations that a body makes in space: none, about one direction that is fixed in the body and in space,
// or any.
struct RotationsInSpace {
    bool any = false;
    std::optional<Vector3> about{};  // in the body's frame
};

// A mass at a point of a body that has inertia but no weight; a force balances its weight.
struct Weightless {
    double mass;
    Vector3 point;  // in the body's frame
};

// One body of the system in the making. write_system() owns the list; parents come before their children.
struct MovingBody {
    int source = 0;    // in RobotModel::bodies: its frame is this body's
    int parent = -1;   // a moving body before this one; -1: the world
    RigidFrame drawn;  // in the parent's frame, every joint in its reference
    HeldBy hold = HeldBy::free;
    RotationsInSpace rotations;
    MassDistribution mass;
    std::vector<Weightless> weightless{};  // mass without weight
    std::string id;                        // unique and valid
    std::vector<Vector3> axes{};           // principal axes with mass along them, in its frame: 0 (a point) to 3
    std::vector<double> moments{};         // second moments along them, m^2
    bool is_flat() const { return axes.size() < 3; }
};

// The moving body that carries a body of the model, and the model body's frame in it.
struct BodyPlace {
    int carrier = -1;    // a moving body; -1: the world
    RigidFrame frame{};  // in the carrier's
};

struct MovingBodies {
    std::vector<MovingBody> bodies;  // parents first
    std::vector<BodyPlace> places;   // of RobotModel::bodies
};

// Throws SpecError: a moving body without mass, moments that no solid has, or joints without a counterpart.
MovingBodies moving_bodies(const RobotModel& model, Remarks& remarks);

// Gives a flat body that turns about at most one direction the extent of a solid that moves in the same way:
// only its moment of inertia about that direction matters. False if there is no such solid.
bool thicken(MovingBody& body);

// Finds principal axes and moments of `mass`. Reports a problem if no solid has such moments.
void find_principal_axes(MovingBody& body, const ModelBody& source, Remarks& remarks);

}  // namespace cchnn
