#pragma once
// The angle of an item as the file has it, with its fields, checks and edge. resolved_angle() makes the
// CountedAngle of parts/counted_angle.hpp from it.

#include <array>
#include <string>
#include <vector>

#include "elements/parts/counted_angle.hpp"
#include "elements/parts/edge.hpp"
#include "elements/parts/reading/checking.hpp"
#include "elements/parts/reading/fields.hpp"

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
// For an item whose own keys are those of an angle; wheel() is for one that has an angle under a key.
template <class Angle>
constexpr KeyField<Angle> angle_itself(Angle angle) {
    return field("", "", angle);
}
template <class Angle>
constexpr KeyField<Angle> wheel(const char* key, Angle angle) {
    return field(key, "A wheel of a Gear or Rack and the body that carries it, whose angle is that of a hinge.", angle);
}

// The phase of a kind whose angle counts only up to whole turns or teeth. Without one, the phase is that of the
// initial state (sample/start_phases.hpp).
template <class Phase>
constexpr KeyField<Phase> phase(const char* text, Phase member) {
    return field("phase", text, member).in("rad").optional();
}

// Checks two bodies that turn against each other; returns for each whether no problem was found. `article_kind` is
// how messages call the item, "a TorsionSpring".
std::array<bool, 2> check_turning(const std::string& pointer, const std::string& a, const std::string& b,
                                  const std::string& article_kind, Checking& checking);
// Whether the axes of a body show its rotation, else adds a problem: a point has no axes, and in space a rod does not
// show a rotation about itself.
bool check_turns(const std::string& pointer, const BodySpec& body, int dimension, Findings& findings);
// `article_kind`: "a TorsionSpring".
void check_angle(const std::string& pointer, const AngleSpec& angle, const std::string& article_kind,
                 Checking& checking);
CountedAngle resolved_angle(const AngleSpec& angle, const Bodies& bodies);
// The edge between the two bodies, with the entries of `axis`.
Edge edge_of_angle(const AngleSpec& angle, const Bodies& bodies);

}  // namespace cchnn
