#pragma once
// The contents of a system file that determine motion: bodies, constraints, forces and inputs, in the doubles of the
// file. It is the first step of the judge (verdict.hpp), which shares only core/ with the code that made the data: this
// reader uses the text in /system/json, and follows schemas/system.md and schemas/system/, which define every key.
//
// A number that the file draws for each trajectory is replaced by that trajectory's own value, which a dataset
// stores in /parameters; /system/parameters/pointer holds the JSON pointers of these numbers. Without a
// replacement the middle of the distribution stands for it.
//
// Each ...Text below is a part of the file with its numbers unchanged; bodies are indices into Description::bodies.
// make_system() turns a Description into equations.

#include <map>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace cchnn::judge {

using Numbers = std::vector<double>;

// A body. It has either second moments or moments of inertia, whichever the file gives.
struct BodyText {
    std::string id;
    bool is_origin = false;
    std::size_t axes = 0;  // k of ObjkD
    double mass = 0;
    Numbers second_moments, inertia;  // (k) m^2, or (3) kg m^2
    Numbers position;                 // of an Origin
};

// A point of a body: body coordinates, none for its centre of mass or an Origin.
struct EndText {
    std::size_t body = 0;
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
    std::size_t body;
    double radius, height;
    Numbers up, axle;  // axle: empty for a ball and a disk
    bool upright;
};
struct TrackText {
    std::vector<EndText> points;
    std::string parameter;
    std::vector<std::string> curve;  // (d) formulas
};
struct PairText {  // Weld, Slider, Universal, Planar, Parallel
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
    std::optional<std::size_t> input;  // that is added to the rest length
};
struct NewtonianText {
    double gravitational_constant;
    std::vector<std::size_t> bodies;
};
struct DipoleText {
    struct Magnet {
        Numbers position, moment;
    };
    std::size_t body, pivot;
    double moment, mu0;
    std::vector<Magnet> magnets;
};
struct DampingText {
    std::size_t body;
    double coefficient;
    std::optional<std::size_t> about;
};
struct DashpotText {
    EndText a, b;
    double coefficient;
};
struct TorsionDamperText {
    std::size_t a, b;
    double coefficient;
};
// The angle of one body about another one, counted over turns. Each item with an angle counts its own.
struct AngleText {
    std::size_t a, b;
    std::vector<Numbers> axis;  // of their hinge, in each body; none in a plane
};
struct TorsionSpringText {
    AngleText angle;
    double stiffness, rest_angle;
    std::optional<std::size_t> input;  // that is added to the rest angle
};
struct TorqueText {
    AngleText angle;
    double torque;
    std::optional<std::size_t> input;  // that multiplies it
    bool in_body;
};
struct ForceText {
    EndText on;
    Numbers force;
    std::optional<std::size_t> input;  // that multiplies it
    bool in_body;
};
struct MagneticFieldText {
    EndText on;
    double charge;
    Numbers field;                      // (3), or
    std::vector<std::string> formulas;  // one of B in a plane, three of A in space
};
struct LagrangianText {
    std::vector<std::size_t> coordinates;
    std::vector<std::string> names;
    std::map<std::string, double> constants;
    std::string kinetic, potential, dissipation;
    std::vector<std::string> forces, input_names;  // of each coordinate, or none
    std::vector<std::size_t> inputs;               // those in the forces
};
struct DragText {
    EndText on;
    double coefficient;
};
struct RotatingFrameText {
    Numbers rate;  // (3)
};
struct FormulaText {
    std::vector<EndText> points;
    std::map<std::string, double> constants;
    std::string formula;
    std::vector<std::string> names;  // of the points' coordinates, in one dimension; none: x1, x2, ...
};
struct PotentialText : FormulaText {};
struct ConstraintText : FormulaText {};
struct VelocityConstraintText : FormulaText {};
struct GearText {
    AngleText first, second;
    int teeth_1, teeth_2;
    double phase;
};
struct RackText {
    AngleText wheel;
    EndText a, b;
    Numbers along;
    double radius;
    double phase;
};
struct SlideText {
    EndText a, b;
    Numbers along;
};
struct SlideGearText {
    SlideText first, second;
    double ratio, offset;
};
struct ScrewText : PairText {  // a Slider that turns
    double lead;
    double phase;
};
// Every kind of item that the judge knows; read_description() throws for others.
using KindText =
    std::variant<LinkText, JointText, RollingText, TrackText, GravityText, SpringText, NewtonianText, DipoleText,
                 DampingText, DashpotText, ForceText, PotentialText, TorsionDamperText, PairText, RopeText,
                 TorsionSpringText, TorqueText, GearText, RackText, MagneticFieldText, ScrewText, DragText,
                 RotatingFrameText, SlideGearText, ConstraintText, VelocityConstraintText, LagrangianText>;

// A contact keeps a gap open; a Stop has one for each of its limits (schemas/system/contacts.md).
struct ContactText {
    std::string shape;                // plane, balls, within, formula, or of a Stop angle, slide
    EndText a, b;                     // a touches the plane, or both
    AngleText angle;                  // of shape angle
    FormulaText formula;              // of shape formula
    Numbers point, along, axle;       // of a plane, its normal, and the axle of a rim; along: of a slide, too
    double reach = 0;                 // radius, sum of radii, or distance, m
    std::optional<double> low, high;  // of a Stop
    double restitution = 0;
};

struct InputText {
    std::string id;
    std::string formula;  // of t; empty: values at the samples
    bool linear = false;  // between them; else held
};

// How all Origins move: a vector, times an input that is a formula.
struct MoveText {
    Numbers along;
    std::size_t input;
};

struct Description {
    std::size_t dimension = 0;
    std::vector<BodyText> bodies;
    std::vector<KindText> kinds;  // constraints, potentials, damping, in the order of the file
    std::vector<InputText> inputs{};
    std::vector<MoveText> moves{};
    std::vector<ContactText> contacts{};
};

// A number of the text that has another value in this trajectory. AuditedFile::replacements() reads them from a
// dataset.
struct Replacement {
    std::string pointer;  // RFC 6901, as in /system/parameters/pointer
    double value;
};

// Reads the text. Throws DataError for a kind that the judge does not know, and for a text that does not follow
// the schema: it comes from a file, which anyone may have made.
Description read_description(const std::string& json, const std::vector<Replacement>& replacements = {});

// The number at a JSON pointer of the text; nothing where the text leaves it to its default.
std::optional<double> number_in(const std::string& json, const std::string& pointer);

// The values of `type` that the judge knows: "Link", "Joint", ... A test compares them with those of the
// program.
std::vector<std::string> judged_types();

}  // namespace cchnn::judge
