#pragma once
// The angle theta of a body b against a body a, counted over turns: of any two bodies of a plane, and in space about an
// axis that a hinge keeps common to both. With directions m of each body (in a plane its first axis, in space one
// across the axis u, axis_frame.hpp):
//
//   (1)  cos theta = m_a . m_b,   sin theta = u . (m_a x m_b)         u = e_z in a plane
//   (2)  theta'    = (u x m_b) . m_b' - (u x m_a) . m_a'              [rad/s]
//
// (1) says theta up to whole turns. These are part of the state: theta is carried beside positions and moved onto (1)
// after every step (mechanics/kernels/terms/angle_projection.hpp). An Origin has the axes of space. Each item of a file
// that needs theta counts its own, because two springs about one hinge may start from different turns:
//
//   (3)  theta(0) in (middle - pi, middle + pi], unless the hinge_angle of the start says how many turns it has

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "elements/parts/edge.hpp"
#include "elements/parts/reading/checking.hpp"
#include "elements/parts/reading/fields.hpp"
#include "elements/parts/separation.hpp"

namespace cchnn {

struct AngleSpec {
    std::string a, b;
    std::vector<std::vector<double>> axis;  // none in a plane
    static constexpr auto fields =
        std::tuple(field("bodies",
                         "The body that the angle is counted from, or that carries the wheel, then the one that turns; "
                         "one of them may be an Origin.",
                         &AngleSpec::a, &AngleSpec::b),
                   field("axis",
                         "In space: unit vector of the hinge's axis in the principal axes of each of the two bodies; "
                         "in space for an Origin.",
                         &AngleSpec::axis)
                       .optional());
};
// An item with the keys of an angle, and one with an angle as a key.
template <class Angle>
constexpr KeyField<Angle> angle_itself(Angle angle) {
    return field("", "", angle);
}
template <class Angle>
constexpr KeyField<Angle> wheel(const char* key, Angle angle) {
    return field(key, "A wheel of a Gear or Rack and the body that carries it, whose angle is that of a hinge.", angle);
}

struct CountedAngle {
    std::string name;           // "wall-door"
    Point a, b;                 // centres
    Point across_a, across_b;   // m
    std::vector<Point> axis{};  // u of a, u of b; none in a plane
    double middle = 0;          // rad, of (3): where a spring rests
};

// The same point or direction of the same body.
bool same_point(const Point& a, const Point& b);

// Which of two bodies that turn against each other are fine. `article_kind`: "a TorsionSpring".
std::array<bool, 2> check_turning(const std::string& pointer, const std::string& a, const std::string& b,
                                  const std::string& article_kind, Checking& checking);
// Whether the turning of a body shows in its own axes.
bool check_turns(const std::string& pointer, const BodySpec& body, int dimension, Findings& findings);
// `article_kind`: "a TorsionSpring".
void check_angle(const std::string& pointer, const AngleSpec& angle, const std::string& article_kind,
                 Checking& checking);
CountedAngle resolved_angle(const AngleSpec& angle, const Bodies& bodies);
// The edge between the two bodies, with the entries of `axis`.
Edge edge_of_angle(const AngleSpec& angle, const Bodies& bodies);

}  // namespace cchnn
