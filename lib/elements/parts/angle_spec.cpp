#include "elements/parts/angle_spec.hpp"

#include <algorithm>

#include "elements/parts/axis_frame.hpp"
#include "elements/parts/reading/wording.hpp"

namespace cchnn {
namespace {

using Numbers = std::vector<double>;

// Which of the two directions across an axis a body has, 1 or 2 of axis_frame.hpp: of a flat body the one in its plane;
// 0 where it has both.
int only_direction(const Body& body, const Numbers& axis) {
    if (body.type != BodyType::obj2d) return 0;
    return exact_axis_frame(axis).across_1[2] == Exact(0.0) ? 1 : 2;
}

// The direction m from which an angle is counted, by its number: the first, or minus the second one.
std::array<Exact, 3> across(const Body& body, const Numbers& axis, int number) {
    const AxisFrameOf<Exact> frame = exact_axis_frame(axis);
    if (body.type != BodyType::obj2d) {
        const auto& second = frame.across_2;
        return number == 1 ? frame.across_1 : std::array<Exact, 3>{-second[0], -second[1], -second[2]};
    }
    const bool turned = number == 1 && frame.axis[0] < Exact(0.0);  // the first one then has a positive second entry
    if (turned) return {frame.axis[1], -frame.axis[0], 0.0};
    return {-frame.axis[1], frame.axis[0], 0.0};
}

}  // namespace

// A point does not turn. A rod turns in the plane; in space its rotation about itself has no meaning.
bool check_turns(const std::string& pointer, const BodySpec& body, int dimension, Findings& findings) {
    if (is_origin(body) || axis_count(body.type) >= (dimension == 2 ? 1 : 2)) return true;
    findings.add(
        pointer,
        body.type == BodyType::obj0d
            ? named_type(body) + ", a single point, and does not turn: take an extended body"
            : named_type(body) + ", a thin rod, whose rotation about its own axis is undefined: use an Obj2D or Obj3D");
    return false;
}

// For each body whether its direction can be checked further.
std::array<bool, 2> check_turning(const std::string& pointer, const std::string& id_a, const std::string& id_b,
                                  const std::string& article_kind, Checking& checking) {
    Findings& findings = checking.findings;
    const bool known_a = checking.bodies.check_known(child(pointer, 0), id_a, findings);
    const bool known_b = checking.bodies.check_known(child(pointer, 1), id_b, findings);
    if (!known_a || !known_b) return {};
    const BodySpec &a = checking.bodies.at(id_a), &b = checking.bodies.at(id_b);
    if (id_a == id_b) findings.add(pointer, article_kind + " joins two different bodies, got '" + id_a + "' twice");
    else if (is_origin(a) && is_origin(b))
        findings.add(pointer, "'" + id_a + "' and '" + id_b + "' are both an Origin and never turn: " + article_kind +
                                  " between them does nothing");
    else
        return {check_turns(child(pointer, 0), a, checking.dimension, findings),
                check_turns(child(pointer, 1), b, checking.dimension, findings)};
    return {};
}

// In the plane angles have no axis, in space they need that of the hinge, in both bodies.
void check_angle(const std::string& pointer, const AngleSpec& angle, const std::string& article_kind,
                 Checking& checking) {
    Findings& findings = checking.findings;
    const std::string bodies = child(pointer, "bodies"), axis = child(pointer, "axis");
    if (checking.dimension == 1)
        return findings.add(bodies, article_kind + " needs dimension 2 or 3, got 1: nothing turns there");
    if (checking.dimension == 2 && !angle.axis.empty())
        findings.add(axis, "does not exist in dimension 2, where bodies turn in the plane: leave it out");
    if (checking.dimension == 3 && angle.axis.empty())
        findings.add(axis,
                     "is missing: in space " + article_kind + " needs the axis of the hinge, as its Joint+Axis has it");
    const std::array<bool, 2> turns = check_turning(bodies, angle.a, angle.b, article_kind, checking);
    if (checking.dimension != 3 || angle.axis.size() != 2) return;
    if (turns[0]) check_direction(child(axis, 0), angle.axis[0], checking.bodies.at(angle.a), checking);
    if (turns[1]) check_direction(child(axis, 1), angle.axis[1], checking.bodies.at(angle.b), checking);
}

// In the plane the first axis of each body is the direction from which it counts.
CountedAngle resolved_angle(const AngleSpec& angle, const Bodies& bodies) {
    const Body &a = bodies.named(angle.a), &b = bodies.named(angle.b);
    const int d = bodies.dimension();
    const auto axis_of = [&](std::size_t i) { return angle.axis.at(i); };
    const auto direction = [&](const Body& body, const std::array<Exact, 3>& entries) {
        Point made = bodies.direction(body, entries);
        made.offset.resize(d, 0.0);  // an Origin's has all three
        return made;
    };
    const std::array<Exact, 3> first = {1.0, 0.0, 0.0};
    CountedAngle made{angle.a + "-" + angle.b, bodies.centre(a), bodies.centre(b), direction(a, first),
                      direction(b, first)};
    if (d == 2) return made;
    const int of_a = only_direction(a, axis_of(0)), of_b = only_direction(b, axis_of(1));
    const int number_a = of_a != 0 ? of_a : std::max(of_b, 1), number_b = of_b != 0 ? of_b : std::max(of_a, 1);
    made.across_a = direction(a, across(a, axis_of(0), number_a));
    made.across_b = direction(b, across(b, axis_of(1), number_b));
    made.quarter_turns = number_b - number_a;
    made.axis = {direction(a, exact_axis_frame(axis_of(0)).axis), direction(b, exact_axis_frame(axis_of(1)).axis)};
    return made;
}

Edge edge_of_angle(const AngleSpec& angle, const Bodies& bodies) {
    Edge edge = edge_between({angle.a, {}}, {angle.b, {}}, bodies);
    const char* const names[] = {"axis_a", "axis_b"};
    for (std::size_t i = 0; i < angle.axis.size() && i < 2; ++i) add_entries(edge, names[i], angle.axis[i], "1", false);
    return edge;
}

}  // namespace cchnn
