#include "elements/parts/slide_spec.hpp"

#include "elements/parts/axis_frame.hpp"
#include "elements/parts/reading/wording.hpp"

namespace cchnn {

void Slide::breaks(Symmetry& symmetry) const {
    symmetry.hold(b);
    if (!along.weights.empty()) return;
    symmetry.fix_axis(along);
    symmetry.normals.push_back(converted<double>(along.offset));
}

// The first body carries the direction, in its own coordinates.
void check_slide(const std::string& pointer, const SlideSpec& slide, Checking& checking) {
    if (!checking.know(slide.a, slide.b)) return;
    const BodySpec& a = checking.bodies.at(slide.a.body);
    if (a.type == BodyType::obj0d)
        return checking.findings.add(child(pointer, "along"),
                                     "'" + a.id +
                                         "' is an Obj0D and has no directions: the first body carries 'along', take an "
                                         "extended one or an Origin");
    check_direction(child(pointer, "along"), slide.along, a, checking);
}

Slide resolved_slide(const SlideSpec& slide, const Bodies& bodies) {
    Point along = bodies.direction(bodies.named(slide.a.body), exact_axis_frame(slide.along).axis);
    along.offset.resize(bodies.dimension(), 0.0);  // an Origin's has all three
    return {bodies.point(slide.a), bodies.point(slide.b), std::move(along)};
}

void add_slide(Edge& edge, const std::string& prefix, const SlideSpec& slide, const Bodies& bodies) {
    const Edge ends = edge_between(slide.a, slide.b, bodies);
    edge.numbers.push_back({prefix + "body_a", static_cast<double>(ends.body_a), "1"});
    edge.numbers.push_back({prefix + "body_b", static_cast<double>(ends.body_b), "1"});
    add_entries(edge, prefix + "point_a", ends.point_a, "m", false);
    add_entries(edge, prefix + "point_b", ends.point_b, "m", false);
}

}  // namespace cchnn
