#pragma once
// The way of a point of one body along a direction of another, as the file has it, and with names resolved. Racks and
// SlideGears have one (elements/rack.hpp, slide_gear.hpp).
//
//   (1)  s = u_a . (x_b - x_a)        [m]

#include <string>
#include <vector>

#include "elements/parts/edge.hpp"
#include "elements/parts/reading/checking.hpp"
#include "elements/parts/reading/fields.hpp"
#include "elements/parts/symmetry.hpp"

namespace cchnn {

struct SlideSpec {
    PointSpec a, b;
    std::vector<double> along;
    static constexpr auto fields =
        std::tuple(between(&SlideSpec::a, &SlideSpec::b),
                   field("along", "Unit vector in the principal axes of the first body; in space for an Origin.",
                         &SlideSpec::along));
};
template <class Member>
constexpr KeyField<Member> slide(const char* key, Member member) {
    return field(key, "The way from a point of the first body to one of the second, along a direction of the first.",
                 member);
}

struct Slide {
    Point a, b, along;

    // If the direction is fixed in space, translations across it and turns about it are left.
    void breaks(Symmetry& symmetry) const;
};

void check_slide(const std::string& pointer, const SlideSpec& slide, Checking& checking);
Slide resolved_slide(const SlideSpec& slide, const Bodies& bodies);
// Adds the two bodies, their points and the direction to an edge, each with this prefix.
void add_slide(Edge& edge, const std::string& prefix, const SlideSpec& slide, const Bodies& bodies);

}  // namespace cchnn
