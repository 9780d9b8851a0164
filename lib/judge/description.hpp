#pragma once
// What a system file says, as far as motion goes: bodies, and what holds and pulls them, in the doubles of the file.
// Read from the text in /system/json and from nothing else; schemas/system.md says what every key means.
//
// A number that the file draws for each trajectory is replaced by the trajectory's own (/parameters, found by the JSON
// pointers in /system/parameters/pointer); without one it stands in the middle of its distribution.

#include <map>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace cchnn::judge {

using Numbers = std::vector<double>;

struct BodyText {
    std::string id;
    int axes = -1;  // k of ObjkD; -1: an Origin
    double mass = 0;
    Numbers second_moments, inertia;  // (k) m^2, or (3) kg m^2
    Numbers position;                 // of an Origin
};

// A point of a body: body coordinates, none for its centre of mass or an Origin.
struct EndText {
    int body = 0;
    Numbers point;
};

struct LinkText {
    EndText a, b;
    double length;
};
struct JointText {
    EndText a, b;
    Numbers axis_a, axis_b;  // of Joint+Axis, else empty
};
struct RollingText {
    int body;
    double radius, height;
    Numbers up, axle;  // axle: empty for a ball and a disk
};
struct TrackText {
    std::vector<EndText> points;
    std::string parameter;
    std::vector<std::string> curve;  // (d) formulas
};
struct PairText {  // Weld, Slider, Universal, Planar
    std::string type;
    EndText a, b;
    std::vector<Numbers> axis, across;
    bool turn;
};
struct RopeText {
    std::vector<EndText> points;
    double length;
};
struct GravityText {
    double g;
    Numbers up;
};
struct SpringText {
    EndText a, b;
    double stiffness, rest_length;
};
struct NewtonianText {
    double gravitational_constant;
    std::vector<int> bodies;
};
struct DipoleText {
    struct Magnet {
        Numbers position, moment;
    };
    int body, pivot;
    double moment, mu0;
    std::vector<Magnet> magnets;
};
struct DampingText {
    int body;
    double coefficient;
    std::optional<int> about;
};
struct DashpotText {
    EndText a, b;
    double coefficient;
};
struct TorsionDamperText {
    int a, b;
    double coefficient;
};
struct AngleText {  // of one body against another, counted over turns by each item that has one
    int a, b;
    std::vector<Numbers> axis;  // of each, that of their hinge; none in a plane
};
struct TorsionSpringText {
    AngleText angle;
    double stiffness, rest_angle;
};
struct TorqueText {
    AngleText angle;
    double torque;
    int input = -1;  // that it is multiplied by; -1: none
};
struct ForceText {
    EndText on;
    Numbers force;
    int input = -1;  // likewise
};
struct MagneticFieldText {
    EndText on;
    double charge;
    Numbers field;  // (3)
};
struct PotentialText {
    std::vector<EndText> points;
    std::map<std::string, double> constants;
    std::string energy;
};
struct GearText {
    AngleText first, second;
    int teeth_1, teeth_2;
    std::optional<double> phase;  // none: the one that the start meets
};
struct RackText {
    AngleText wheel;
    EndText a, b;
    Numbers along;
    double radius;
    std::optional<double> phase;  // likewise
};
struct ScrewText : PairText {  // a Slider that turns
    double lead;
    std::optional<double> phase;  // likewise
};
using KindText =
    std::variant<LinkText, JointText, RollingText, TrackText, GravityText, SpringText, NewtonianText, DipoleText,
                 DampingText, DashpotText, ForceText, PotentialText, TorsionDamperText, PairText, RopeText,
                 TorsionSpringText, TorqueText, GearText, RackText, MagneticFieldText, ScrewText>;

struct InputText {
    std::string id;
    std::string formula;  // of t; empty: held from sample to sample
};

// How all Origins move: a vector, times an input that is a formula.
struct MoveText {
    Numbers along;
    int input;
};

struct Description {
    int dimension = 0;
    std::vector<BodyText> bodies;
    std::vector<KindText> kinds;  // constraints, potentials, damping, in the order of the file
    std::vector<InputText> inputs{};
    std::vector<MoveText> moves{};
};

// A number of the text that is another one for this trajectory.
struct Replacement {
    std::string pointer;  // RFC 6901, as in /system/parameters/pointer
    double value;
};

// Throws DataError for a kind without a judge, and for a text that does not say what the documents say.
Description read_description(const std::string& json, const std::vector<Replacement>& replacements = {});

// The values of `type` that have a judge: "Link", "Joint", ...
std::vector<std::string> judged_types();

}  // namespace cchnn::judge
