#pragma once
// The bodies of a model that move on their own, each a rigid body of a system: what joints hold no apart is one body,
// and joints of one body become what they allow together.
//
// Bodies that are fixed to each other are merged and not welded: the motion is the same, a Weld would add three nodes
// and twelve rows to each, and the many frames of a robot that have no mass could not be bodies at all.

#include <optional>
#include <string>
#include <vector>

#include "convert/remarks.hpp"
#include "convert/robot_model.hpp"

namespace cchnn {

// What the joints of a body allow, seen from its parent.
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
    anywhere
};
// Slides alone: a body that does not turn, and so moves as a point mass does.
constexpr bool is_carried_along(HeldBy hold) { return hold == HeldBy::in_plane || hold == HeldBy::anywhere; }

// Which turns a body makes in space: none, about one direction that is fixed in it and in space, or any.
struct TurnsInSpace {
    bool any = false;
    std::optional<Vector3> about{};  // in the body's frame
};

// A mass at a point of a body that has inertia and no weight: a force carries it.
struct HeldUp {
    double mass;
    Vector3 at;  // in the body's frame
};

struct MovingBody {
    int source = 0;    // in RobotModel::bodies: its frame is this body's
    int parent = -1;   // a moving body before this one; -1: the world
    RigidFrame drawn;  // in the parent's frame, every joint in its reference
    HeldBy hold = HeldBy::free;
    TurnsInSpace turning;
    MassDistribution mass;
    std::vector<HeldUp> held_up{};  // mass without weight
    std::string id;                 // unique and valid
    std::vector<Vector3> axes{};    // principal axes with mass along them, in its frame: 0 (a point) to 3
    std::vector<double> moments{};  // second moments along them, m^2
    bool is_flat() const { return axes.size() < 3; }
};

// Where a body of the model is.
struct BodyPlace {
    int carrier = -1;    // a moving body; -1: the world
    RigidFrame frame{};  // in the carrier's
};

struct MovingBodies {
    std::vector<MovingBody> bodies;  // parents first
    std::vector<BodyPlace> places;   // of RobotModel::bodies
};

// Throws SpecError: a moving body without mass, moments that no solid has, joints of a body that no kind stands for.
MovingBodies moving_bodies(const RobotModel& model, Remarks& remarks);

// A body that has no extent along some axes, and turns about one direction alone or not at all, as a solid that moves
// in the same way: only its moment of inertia about that direction counts. False where there is none.
bool thicken(MovingBody& body);

// Principal axes and moments of `mass`. A problem where no solid has such moments.
void find_principal_axes(MovingBody& body, const ModelBody& source, Remarks& remarks);

}  // namespace cchnn
