#include "elements/joint.hpp"

#include "elements/parts/reading/wording.hpp"
#include "elements/parts/row_parts.hpp"

namespace cchnn {
namespace {

// A pair of bodies may be joined once: a placement of a body starts from its one joint, and a second joint
// would take away turns that the first one allows.
void check_joined_once(const std::string& pointer, const std::string& a, const std::string& b, Checking& checking) {
    if (const std::string* first = checking.claim("joined " + ends_text(a, b), pointer))
        checking.findings.add(child(pointer, "between"),
                              "'" + a + "' and '" + b + "' are already joined by " + *first +
                                  (checking.dimension == 3 ? "; to turn about one axis only, use one Joint+Axis"
                                                           : "; a second joint would make them one body"));
}

// The axis in one body. False if the body has none.
bool check_axis(const std::string& pointer, const std::vector<double>& axis, const BodySpec& body, Checking& checking) {
    if (body.type == BodyType::obj0d) {
        checking.findings.add(pointer, "'" + body.id + "' is an Obj0D and has no axes: use a Joint");
        return false;
    }
    check_direction(pointer, axis, body, checking);
    return true;
}

// Directions perpendicular to an axis may lie outside of a flat body or a rod, which have coordinates for
// theirs only.
void check_has_across(const std::string& pointer, const BodySpec& a, const BodySpec& b, Findings& findings) {
    const auto has = [](const BodySpec& body) { return is_origin(body) || body.type == BodyType::obj3d; };
    if (!has(a) && !has(b))
        findings.add(child(pointer, "between"), named_type(a) + " and " + named_type(b) +
                                                    ": one of the two must be an Obj3D or an Origin, because a flat "
                                                    "body does not have the directions across this axis");
}

// Whether the directions perpendicular to the axis lie on the first body. An Origin is preferred, since then
// the row is linear; else an Obj3D, which has all directions.
bool carries_across(const Body& first, const Body& second) {
    return first.type == BodyType::origin || (first.type == BodyType::obj3d && second.type != BodyType::origin);
}

// The row across . axis = 0. If one of the two is fixed in space, the row is linear in the other body.
SolverRow axis_row(const std::string& name, const Point& across, const Point& axis) {
    if (across.weights.empty()) return linear_row(name, separation_of(axis), across.offset, 1);
    if (axis.weights.empty()) return linear_row(name, separation_of(across), axis.offset, 1);
    return {SolverRow::Kind::perpendicular, name, separation_of(across), separation_of(axis), {}, 0.0, 1.0};
}

// One row for each coordinate of the difference of two points.
void add_components(const std::string& name, const Point& a, const Point& b, PaperRows& rows) {
    constexpr const char* axis_names[] = {"x", "y", "z"};
    for (int k = 0; k < rows.dimension; ++k)
        rows.positions.push_back(
            {ConstraintRow::Kind::component, name + ", " + axis_names[k], signed_difference(a, b), k, 0, 0.0, true});
}

}  // namespace

// With an axis, its directions in both bodies are one direction in space.
Coupling JointAnswers::coupling(const Term& joint) {
    Coupling coupling{.relation = Coupling::Relation::coincident, .a = &joint.a, .b = &joint.b};
    if (joint.axis) {
        coupling.axis_a = &joint.axis->axis_a;
        coupling.axis_b = &joint.axis->axis_b;
    }
    return coupling;
}

// As the paper has them: d rows for the point, and for an axis d more, of which one is redundant.
void JointAnswers::paper_rows(const Term& joint, PaperRows& rows) {
    add_components(joint.name, joint.a, joint.b, rows);
    if (joint.axis) add_components(joint.name + " axis", joint.axis->axis_a, joint.axis->axis_b, rows);
}

// The solver's rows are independent: for an axis two, which keep the axis of one body at right angles to two
// directions of the other.
void JointAnswers::solver_rows(const Term& joint, int dimension, std::vector<SolverRow>& rows) {
    for (int k = 0; k < dimension; ++k)
        rows.push_back(linear_row(joint.name, signed_difference(joint.a, joint.b), unit_vector(k, dimension), 1));
    if (!joint.axis) return;
    const Point& other = joint.axis->across_on_a ? joint.axis->axis_b : joint.axis->axis_a;
    for (const Point& across : joint.axis->across) rows.push_back(axis_row(joint.name, across, other));
}

void JointAnswers::breaks(const Term& joint, Symmetry& symmetry) {
    symmetry.hold(joint.a);
    symmetry.hold(joint.b);
    if (joint.axis) {
        symmetry.fix_axis(joint.axis->axis_a);
        symmetry.fix_axis(joint.axis->axis_b);
    }
}

void JointAnswers::draw(const Term& joint, Sketch& sketch) {
    sketch.attach(joint.a);
    sketch.attach(joint.b);
    if (joint.axis)
        sketch.line(Drawing::Line::Kind::pin, joint.a, combined({{1, &joint.a}, {1, &joint.axis->axis_a}}), joint.name);
    sketch.spot(Drawing::Spot::Kind::joint, joint.a, joint.name);
}

std::string JointAnswers::ends(const Term& joint, const Bodies& bodies) {
    const std::string both = point_text(bodies, joint.a) + ", " + point_text(bodies, joint.b);
    if (!joint.axis) return both;
    const Point& axis = joint.axis->axis_a.weights.empty() ? joint.axis->axis_a : joint.axis->axis_b;
    return axis.weights.empty() ? both + "; axis " + tuple_text(converted<double>(axis.offset)) + " in space" : both;
}

void JointKind::check(const Spec& joint, const std::string& pointer, Checking& checking) {
    check_joined_once(pointer, joint.a.body, joint.b.body, checking);
}

void JointKind::resolve(const Spec& joint, const Bodies& bodies, std::vector<Term>& terms) {
    terms.push_back({name_of("Joint", joint.a, joint.b), bodies.point(joint.a), bodies.point(joint.b), std::nullopt});
}

// In the plane a Joint alone is a hinge.
void JointAxisKind::check(const Spec& joint, const std::string& pointer, Checking& checking) {
    check_joined_once(pointer, joint.a.body, joint.b.body, checking);
    if (checking.dimension != 3) {
        checking.findings.add(
            child(pointer, "type"),
            "a Joint+Axis needs dimension 3, got " + std::to_string(checking.dimension) +
                (checking.dimension == 2 ? ": there a Joint turns about one axis already, use a Joint" : ""));
        return;
    }
    if (!checking.know(joint.a, joint.b)) return;
    const BodySpec &a = checking.bodies.at(joint.a.body), &b = checking.bodies.at(joint.b.body);
    const bool has_axes_a = check_axis(child(child(pointer, "axis"), 0), joint.axis_a, a, checking);
    const bool has_axes_b = check_axis(child(child(pointer, "axis"), 1), joint.axis_b, b, checking);
    if (has_axes_a && has_axes_b) check_has_across(pointer, a, b, checking.findings);
}

void JointAxisKind::resolve(const Spec& joint, const Bodies& bodies, std::vector<Term>& terms) {
    const Body &a = bodies.named(joint.a.body), &b = bodies.named(joint.b.body);
    const AxisFrameOf<Exact> on_a = exact_axis_frame(joint.axis_a), on_b = exact_axis_frame(joint.axis_b);
    const bool across_on_a = carries_across(a, b);
    const Body& carrier = across_on_a ? a : b;
    const AxisFrameOf<Exact>& frame = across_on_a ? on_a : on_b;
    JointAxis axis{bodies.direction(a, on_a.axis),
                   bodies.direction(b, on_b.axis),
                   {bodies.direction(carrier, frame.across_1), bodies.direction(carrier, frame.across_2)},
                   across_on_a};
    terms.push_back(
        {name_of("Joint+Axis", joint.a, joint.b), bodies.point(joint.a), bodies.point(joint.b), std::move(axis)});
}

}  // namespace cchnn
