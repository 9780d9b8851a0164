#pragma once
// A system as its JSON file describes it: every field present, typed and in range, names not yet resolved.
// Units are SI unless the file declares others (Units). Shapes: d = dimension (1, 2 or 3). Format:
// schemas/system.md, schemas/system.schema.json.

#include <map>
#include <optional>
#include <set>
#include <string>
#include <variant>
#include <vector>

#include "elements/contact.hpp"
#include "elements/parts/item_spec.hpp"
#include "elements/parts/reading/body_spec.hpp"
#include "elements/parts/reading/distribution.hpp"
#include "elements/parts/reading/input_spec.hpp"
#include "elements/parts/reading/units.hpp"
#include "elements/parts/reading/varied.hpp"

namespace cchnn {

// The initial pose of a point mass by position and velocity, entry by entry.
struct CartesianPlacement {
    std::vector<Distribution> position;  // (d) m
    std::vector<Distribution> velocity;  // (d) m/s
};
// The initial pose of a point mass relative to another body: x = x_from + l u, v = v_from + l du/dt. x_from is
// the point of `from` that the Link between the two is attached to; without a Link, its centre of mass.
//   d = 2: u = (sin a, -cos a), a from straight down, counter-clockwise (paper F.2)
//   d = 3: u = (-cos p, sin z sin p, cos z sin p), z azimuth, p polar angle; z = pi, p = pi/2 hangs straight down
struct AngularPlacement {
    std::string from;
    std::vector<Distribution> angles;  // (1) a, or (2) z, p; rad
    std::vector<Distribution> rates;   // same shape; rad/s
    std::optional<double> length;      // m; default: the length of the Link between the two
};
// The initial pose of an extended body: its principal axes, and one of its points. That point is where the
// Joint to `from` holds it, or its centre of mass.
//   d = 2             axis 1 = (sin a, -cos a), axis 2 = (cos a, sin a), angles (1) a
//   d = 3, Obj1D      axis 1 = u of AngularPlacement, angles (2) z, p
//   d = 3, Obj2D, 3D  axes = columns of R_z(phi) R_x(theta) R_z(psi), angles (3) phi, theta, psi (Euler ZXZ)
//   hinge             turned by angles (1) about the axis of the Joint+Axis to `from`, from where the frames
//                     (across_1, across_2, axis) of the two bodies coincide (body_graph.hpp)
struct RigidPlacement {
    std::string from;  // "": free, then centre and velocity are given
    bool hinge = false;
    std::vector<Distribution> angles;    // rad
    std::vector<Distribution> rates;     // same shape; rad/s
    std::vector<Distribution> position;  // (d) m, of the centre of mass, when `from` is empty and it is not on a Track
    // (d) m/s; empty for a body that rolls and gives none: the velocity of its centre then follows from its rotation.
    std::vector<Distribution> velocity;
    std::vector<Distribution> track{};  // (2) s, ds/dt of its point on a Track; instead of a position
};
// The initial pose of a body on a Track: at a value of the curve's parameter, or at a distance along the curve
// from another body on it, whose rate then keeps the distance. An extended body on a Track also has angles
// (RigidPlacement).
struct TrackPlacement {
    Distribution parameter = Constant{0}, rate = Constant{0};  // s, ds/dt
    std::string from;                                          // "": `parameter` says where
    bool ahead = true;                                         // towards larger parameters
    std::optional<double> length;                              // m; default: the length of the Link between the two
};
// The initial pose of a body that a Slider or Weld holds to `from`, by the generalised coordinates that remain
// (coordinates/generalised_coordinates.hpp).
struct HeldPlacement {
    std::string from;
    std::optional<Distribution> slide;        // m, of a Slider: u_a . (x_b - x_a); none on a Weld
    Distribution slide_rate = Constant{0};    // m/s
    bool hinge = false;                       // angles (1) about the axis; else those of RigidPlacement
    std::vector<Distribution> angles, rates;  // of what may turn
};
using Placement = std::variant<CartesianPlacement, AngularPlacement, RigidPlacement, TrackPlacement, HeldPlacement>;

// Drawn initial conditions. In this order: poses are drawn, v <- velocity_factor v, independent noise is added
// to every entry, and the state is projected onto the constraints.
struct DrawnStates {
    std::map<std::string, Placement> bodies;    // every body that is not an Origin
    std::set<std::string> held{};               // those that the projection leaves where they are placed
    Distribution position_noise = Constant{0};  // m
    double velocity_factor = 1;
    Distribution velocity_noise = Constant{0};  // m/s
};
// An explicit initial state: trajectory i starts from states[i].
struct GivenState {
    std::map<std::string, std::vector<double>> position;  // body -> ((k+1) d) m: its centre, then the tips of its axes
    std::map<std::string, std::vector<double>> velocity;  // same shape, m/s; missing = at rest
};
using InitialConditionsSpec = std::variant<DrawnStates, std::vector<GivenState>>;

struct SamplingSpec {
    double dt = 0.05;  // s, > 0
    int steps = 100;   // samples at t = k dt, k = 0 .. steps-1; >= 2
};

// How an Origin moves: `along` times an input, a formula of t (mechanics/base_motion.hpp).
struct MoveSpec {
    std::vector<double> along;  // (d) m, for an input of 1
    std::string input;
};

struct SystemSpec {
    std::string name;  // [a-z0-9_]+, also the directory of its datasets
    std::string title;
    std::string description;
    std::string reference;
    int dimension = 3;
    Units units;
    std::vector<BodySpec> bodies;
    std::vector<ItemSpec> constraints, potentials, damping;
    std::vector<ContactSpec> contacts;
    std::vector<InputSpec> inputs;
    std::map<std::string, std::vector<MoveSpec>> moves;  // of Origins, by their ids
    std::vector<NamedDraw> draws;        // numbers that formulas share, each after those it is computed from
    std::vector<VariedProperty> varied;  // what differs from trajectory to trajectory, in the order of the file
    InitialConditionsSpec initial_conditions;
    SamplingSpec sampling;
    std::vector<std::string> conserved;  // "energy", "linear_momentum_x", "angular_momentum_z", ...
    std::string source;                  // where it came from, for messages: a path, or "built-in:NAME"
    std::string json;                    // the text it was read from, re-indented; what a dataset stores
};

}  // namespace cchnn
