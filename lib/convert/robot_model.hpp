#pragma once
// What URDF and MJCF have in common, read and checked: a tree of bodies, each moved by the joints between it
// and its parent, one after another. SI units, radians.

#include <cstdint>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "convert/mass_distribution.hpp"

namespace cchnn {

enum class JointMotion { hinge, slide, ball, free };

// The number of entries that a joint has in qpos and in qvel.
constexpr int positions_of(JointMotion motion) {
    return motion == JointMotion::free ? 7 : motion == JointMotion::ball ? 4 : 1;
}
constexpr int rates_of(JointMotion motion) {
    return motion == JointMotion::free ? 6 : motion == JointMotion::ball ? 3 : 1;
}

// One joint. `where` is its place in the file, for messages.
struct ModelJoint {
    std::string name, where;
    JointMotion motion = JointMotion::hinge;
    Vector3 anchor{}, axis{0, 0, 1};  // in the body's frame, in the configuration `reference`
    double reference = 0;             // q at which the body is where the file draws it
    double stiffness = 0, rest = 0;   // stiffness/2 (q - rest)^2
    double damping = 0;               // damping/2 q'^2
    double armature = 0;              // armature/2 q'^2 of kinetic energy
    double low = 0, high = 0;         // its range of q; equal: none is given
    std::string limits{};             // where the file says that it does not leave its range; "" without limits
    int q = 0, qd = 0;                // first of its numbers in qpos and qvel
};

// What a body collides with, in its frame: MuJoCo's rules hold for both formats.
struct ModelGeom {
    enum class Shape { sphere, plane, other } shape = Shape::sphere;
    std::string name, where;
    RigidFrame frame{};  // of a plane: its normal is the third axis
    double radius = 0;
    std::int64_t type = 1, affinity = 1;  // two geoms collide if they share a bit of type and affinity, either way
    double condim = 1, priority = 0;      // condim > 1: with friction
    bool soft = false;                    // the model says how far it gives way
    bool reaches_out = false;             // its contacts act at a distance
};

struct ModelBody {
    std::string name, where;
    int parent = -1;   // index of a body before this one; -1: the world
    RigidFrame frame;  // in the parent's
    std::vector<ModelJoint> joints;
    MassDistribution mass;        // in the body's frame
    double weightless_share = 0;  // share of its weight that is held up
    std::vector<ModelGeom> geoms{};

    // As messages call it: a body without a name by its place.
    std::string shown() const { return name.empty() ? "the body of " + where : "'" + name + "'"; }
};

// A constraint between two bodies or two joints in addition to the tree.
struct EqualityConstraint {
    enum class Kind { point, weld, joints } kind = Kind::point;
    std::string name, what, where;  // what: as messages call it
    std::string loss;               // its kind if no constraint represents it
    int bodies[2]{-1, -1};          // -1: the world
    RigidFrame frames[2]{};         // of each body: what coincides
    // q_1 - reference_1 = offset + ratio (q_2 - reference_2); a ratio of 0 locks the first, whatever the second is.
    std::string joints[2]{};
    double offset = 0, ratio = 1;
};

// Two geoms that collide whatever their types are. What it leaves out is that of its geoms.
struct GeomPair {
    std::string where, names[2]{};
    bool has_condim = false, has_margin = false, soft = false, reaches_out = false;
    double condim = 1;
};

struct ModelState {
    std::vector<double> qpos, qvel;
};

struct RobotModel {
    std::string name, file;
    std::vector<ModelBody> bodies;  // parents first
    std::vector<EqualityConstraint> equalities{};
    Vector3 gravity{0, 0, -9.81};
    std::vector<ModelState> states;  // empty: as the file draws it, at rest
    std::vector<ModelGeom> geoms{};  // of the world
    std::vector<GeomPair> pairs{};
    std::set<std::pair<int, int>> apart{};  // bodies, the smaller first, that do not collide
    bool meets_parents = false;             // geoms of a body collide with those of its parent
};

// Sets q and qd of all joints, in the order of bodies.
void number_joints(RobotModel& model);
int position_count(const RobotModel& model);
int rate_count(const RobotModel& model);
// The state in which the file draws the model, at rest.
ModelState drawn_state(const RobotModel& model);

}  // namespace cchnn
