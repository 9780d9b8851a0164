#pragma once
// A system as its JSON file says it: every field present, typed and in range; names not yet resolved.
// Units are SI. Shapes: d = dimension (1, 2 or 3). Format: schemas/system.md, schemas/system.schema.json.

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
using Distribution = std::variant<Constant, Normal, Uniform>;

enum class BodyType { origin, obj0d };

struct BodySpec {
    std::string id;
    BodyType type = BodyType::obj0d;
    double mass = 0;               // kg, > 0 for Obj0D, 0 for Origin
    std::vector<double> position;  // (d) m, Origin only
};

// A distance constraint between two bodies, paper section 6 "Simple Links".
struct LinkSpec {
    std::string a, b;
    double length = 0;  // m, > 0
};
using ConstraintSpec = std::variant<LinkSpec>;

// V = sum m g (up . x_cm)
struct GravitySpec {
    double g = 9.81;         // m/s^2
    std::vector<double> up;  // (d) unit vector
};
// V = k/2 (|x_a - x_b| - l0)^2
struct SpringSpec {
    std::string a, b;
    double stiffness = 0;    // N/m, > 0
    double rest_length = 0;  // m, >= 0
};
using PotentialSpec = std::variant<GravitySpec, SpringSpec>;

// Where a body starts, straight: position and velocity entry by entry.
struct CartesianPlacement {
    std::vector<Distribution> position;  // (d) m
    std::vector<Distribution> velocity;  // (d) m/s
};
// Where a body starts, seen from another one: x = x_from + l u, v = v_from + l du/dt.
//   d = 2: u = (sin a, -cos a), a from straight down, counter-clockwise (paper F.2)
//   d = 3: u = (-cos p, sin z sin p, cos z sin p), z azimuth, p polar angle; z = pi, p = pi/2 hangs straight down
struct AngularPlacement {
    std::string from;
    std::vector<Distribution> angles;  // (1) a, or (2) z, p; rad
    std::vector<Distribution> rates;   // same shape; rad/s
    std::optional<double> length;      // m; default: the length of the Link between the two
};
using Placement = std::variant<CartesianPlacement, AngularPlacement>;

// Drawn states: placements, then v <- velocity_factor v, then independent noise on every entry, then projection.
struct DrawnStates {
    std::map<std::string, Placement> bodies;  // every body that is not an Origin
    Distribution position_noise = Constant{0};  // m
    double velocity_factor = 1;
    Distribution velocity_noise = Constant{0};  // m/s
};
// States given number by number: trajectory i starts from states[i].
struct GivenState {
    std::map<std::string, std::vector<double>> position;  // body -> (d) m
    std::map<std::string, std::vector<double>> velocity;  // body -> (d) m/s; missing = at rest
};
using InitialConditionsSpec = std::variant<DrawnStates, std::vector<GivenState>>;

struct SamplingSpec {
    double dt = 0.05;  // s, > 0
    int steps = 100;   // samples at t = k dt, k = 0 .. steps-1; >= 2
};

struct SystemSpec {
    std::string name;       // [a-z0-9_]+, also the directory of its datasets
    std::string title;
    std::string description;
    std::string reference;
    int dimension = 3;
    std::vector<BodySpec> bodies;
    std::vector<ConstraintSpec> constraints;
    std::vector<PotentialSpec> potentials;
    InitialConditionsSpec initial_conditions;
    SamplingSpec sampling;
    std::vector<std::string> conserved;  // "energy", "linear_momentum_x", "angular_momentum_z", ...
    std::string source;  // where it came from, for messages: a path, or "built-in:NAME"
    std::string json;    // the text it was read from, re-indented; what a dataset stores
};

}  // namespace cchnn
