#pragma once
// A system as its JSON file says it: every field present, typed and in range; names not yet resolved.
// Units are SI unless the file declares others (Units). Shapes: d = dimension (1, 2 or 3). Format: schemas/system.md,
// schemas/system.schema.json.

#include <cmath>
#include <map>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace cchnn {

// A number, or how to draw one for each trajectory.
struct Constant {
    double value = 0;
};
struct Normal {
    double mean = 0;
    double std = 1;
};
struct Uniform {
    double low = 0;
    double high = 1;
};
// scale (mean + std N(0, 1)) clamped to +-limit, with a random sign where asked
struct Shaped {
    Normal normal;
    double limit = INFINITY;  // before the scale
    double scale = 1;
    bool random_sign = false;
};
using Distribution = std::variant<Constant, Normal, Uniform, Shaped>;

// ObjkD has k principal axes: a point mass, a line, a plane figure, a solid.
enum class BodyType { origin, obj0d, obj1d, obj2d, obj3d };
int axis_count(BodyType type);         // k; 0 for Origin and Obj0D
const char* type_name(BodyType type);  // "Obj2D", the word of the file

// Where the numbers of a body come from that was given as a triangle mesh (spec/resolve_meshes.hpp); for readers, the
// numbers themselves are in BodySpec.
struct MeshSpec {
    std::string file;                         // as the system's file names it
    std::string sha256;                       // of that file
    double scale = 1;                         // length of one unit of the mesh, m
    double volume = 0;                        // m^3
    std::vector<double> centre_of_mass{};     // (3) m, scaled mesh coordinates
    std::vector<std::vector<double>> axes{};  // (3) principal axes, each (3) in the axes of the mesh
};

struct BodySpec {
    std::string id;
    BodyType type = BodyType::obj0d;
    double mass = 0;               // kg, > 0 for every ObjkD; for an Origin only a source of Newtonian gravity
    std::vector<double> position;  // (d) m, Origin only
    // (k) m^2, > 0: lambda_i = E[y_i^2] along the principal axes (paper eq. 9)
    std::vector<double> second_moments{};
    std::optional<MeshSpec> mesh{};
};

// A point of a body: coordinates along its principal axes from its centre of mass. Empty: the centre of mass, or the
// Origin itself.
struct PointSpec {
    std::string body;
    std::vector<double> point{};  // (k) m
};

// Two points stay a fixed distance apart, paper section 6 "Simple Links".
struct LinkSpec {
    PointSpec a, b;
    double length = 0;  // m, > 0
};
// Two points coincide, paper section 6 "Joints between extended bodies".
struct JointSpec {
    PointSpec a, b;
};
// A Joint that turns about one axis only, paper C.2 "Rotational axis restrictions"; d = 3.
struct JointAxisSpec {
    PointSpec a, b;
    std::vector<double> axis_a, axis_b;  // unit vectors in the principal axes of each body, (k); in space for an Origin
};
// A body rolls on the plane up . x = height without slipping; d = 3. Three kinds of it:
//   Obj2D                 a disk in its own plane, which stays upright
//   Obj3D with an axle    a wheel, whose axle stays level
//   Obj3D                 a ball
struct RollingSpec {
    std::string body;
    double radius = 0;         // m, > 0
    std::vector<double> up;    // (3) unit vector
    double height = 0;         // m, of the plane
    std::vector<double> axle;  // (3) unit vector in the principal axes; empty: none
};
// Points of bodies stay on a smooth curve C(s), one formula of s for each axis of space.
struct CurveSpec {
    std::string parameter;              // its name in the formulas
    std::vector<std::string> formulas;  // (d) m; empty texts beyond
    std::vector<double> range;          // (2) low < high: where the nearest point of the curve is looked for
};
struct TrackSpec {
    std::vector<PointSpec> points;  // at least 1
    CurveSpec curve;
};
using ConstraintSpec = std::variant<LinkSpec, JointSpec, JointAxisSpec, RollingSpec, TrackSpec>;

// V = sum m g (up . x_cm)
struct GravitySpec {
    double g = 9.81;         // m/s^2
    std::vector<double> up;  // (d) unit vector
};
// V = k/2 (|x_a - x_b| - l0)^2
struct SpringSpec {
    PointSpec a, b;
    double stiffness = 0;    // N/m, > 0
    double rest_length = 0;  // m, >= 0
};
// V = -G sum_{i<j} m_i m_j / |x_i - x_j| over the listed bodies; Origins among them are fixed and need a mass.
struct NewtonianSpec {
    double gravitational_constant = 0;  // m^3/(kg s^2), or in the file's units
    std::vector<std::string> bodies;
};
// V = -m_0(x) . B(x), paper eq. (24), (25): the moment of `body` points along or against (x - pivot), others are fixed.
//   m_0 = moment (x - pivot)/|x - pivot|,  B = sum_i mu0/(4 pi |r|^5) (3 r r^T - |r|^2 1) m_i,  r = x - position_i
struct DipoleSpec {
    std::string body, pivot;  // an Obj0D, and the Origin that its moment points away from
    double moment = 0;        // A m^2; negative: towards the pivot
    double mu0 = 1;           // N/A^2, or in the file's units
    struct Magnet {
        std::vector<double> position, moment;  // (3) m, A m^2
    };
    std::vector<Magnet> magnets;
};
using PotentialSpec = std::variant<GravitySpec, SpringSpec, NewtonianSpec, DipoleSpec>;

// Rayleigh dissipation R; the force is -dR/dv and energy is lost at the rate 2 R.
//   isotropic    R = coefficient |v_body|^2 / 2                       [N s/m], of the centre of mass
//   about pivot  R = coefficient |r x v|^2 / |r|^4 / 2, r = x - pivot  [N m s], of the angular velocity about an Origin
struct DampingSpec {
    std::string body;
    std::optional<std::string> pivot;
    double coefficient = 0;  // >= 0
};

// Where a body starts, straight: position and velocity entry by entry.
struct CartesianPlacement {
    std::vector<Distribution> position;  // (d) m
    std::vector<Distribution> velocity;  // (d) m/s
};
// Where a point mass starts, seen from another body: x = x_from + l u, v = v_from + l du/dt. x_from is the point of
// `from` that the Link between the two is attached to; without a Link, its centre of mass.
//   d = 2: u = (sin a, -cos a), a from straight down, counter-clockwise (paper F.2)
//   d = 3: u = (-cos p, sin z sin p, cos z sin p), z azimuth, p polar angle; z = pi, p = pi/2 hangs straight down
struct AngularPlacement {
    std::string from;
    std::vector<Distribution> angles;  // (1) a, or (2) z, p; rad
    std::vector<Distribution> rates;   // same shape; rad/s
    std::optional<double> length;      // m; default: the length of the Link between the two
};
// Where an extended body starts: its principal axes, and a point of it: where the Joint to `from` puts it, or its
// centre.
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
    std::vector<Distribution> velocity;  // (d) m/s; empty for a body that rolls: its centre moves as the turning says
    std::vector<Distribution> track{};   // (2) s, ds/dt of its point on a Track; instead of a position
};
// Where a body on a Track starts: at a value of the curve's parameter, or at a distance along the curve from another
// body on it; the rate of the latter keeps the distance. An extended body on a Track has angles as well
// (RigidPlacement).
struct TrackPlacement {
    Distribution parameter = Constant{0}, rate = Constant{0};  // s, ds/dt
    std::string from;                                          // "": `parameter` says where
    bool ahead = true;                                         // towards larger parameters
    std::optional<double> length;                              // m; default: the length of the Link between the two
};
using Placement = std::variant<CartesianPlacement, AngularPlacement, RigidPlacement, TrackPlacement>;

// Drawn states: placements, then v <- velocity_factor v, then independent noise on every entry, then projection.
struct DrawnStates {
    std::map<std::string, Placement> bodies;    // every body that is not an Origin
    Distribution position_noise = Constant{0};  // m
    double velocity_factor = 1;
    Distribution velocity_noise = Constant{0};  // m/s
};
// States given number by number: trajectory i starts from states[i].
struct GivenState {
    std::map<std::string, std::vector<double>> position;  // body -> ((k+1) d) m: its centre, then the tips of its axes
    std::map<std::string, std::vector<double>> velocity;  // same shape, m/s; missing = at rest
};
using InitialConditionsSpec = std::variant<DrawnStates, std::vector<GivenState>>;

struct SamplingSpec {
    double dt = 0.05;  // s, > 0
    int steps = 100;   // samples at t = k dt, k = 0 .. steps-1; >= 2
};

// What numbers of the file are measured in; derived units follow. Angles are in rad.
struct Units {
    std::string length = "m";
    std::string mass = "kg";
    std::string time = "s";
    bool operator==(const Units&) const = default;
};

// A number of the file that is drawn once for each trajectory (varied_properties.hpp). Elsewhere in SystemSpec it has
// its nominal value, the middle of the distribution.
struct VariedProperty {
    enum class Range { positive, not_negative, any };
    std::string pointer;  // where it stands in the file: "/bodies/1/mass"
    std::string name;     // "bob1 mass", "Link pivot-bob1 length"
    std::string unit;     // SI
    Distribution distribution;
    Range range = Range::any;
};

struct SystemSpec {
    std::string name;  // [a-z0-9_]+, also the directory of its datasets
    std::string title;
    std::string description;
    std::string reference;
    int dimension = 3;
    Units units;
    std::vector<BodySpec> bodies;
    std::vector<ConstraintSpec> constraints;
    std::vector<PotentialSpec> potentials;
    std::vector<DampingSpec> damping;
    std::vector<VariedProperty> varied;  // what differs from trajectory to trajectory, in the order of the file
    InitialConditionsSpec initial_conditions;
    SamplingSpec sampling;
    std::vector<std::string> conserved;  // "energy", "linear_momentum_x", "angular_momentum_z", ...
    std::string source;                  // where it came from, for messages: a path, or "built-in:NAME"
    std::string json;                    // the text it was read from, re-indented; what a dataset stores
};

}  // namespace cchnn
