#include "elements/rack.hpp"

#include "elements/parts/axis_frame.hpp"
#include "elements/parts/reading/wording.hpp"

namespace cchnn {
namespace {

// The first body carries the direction, in its own coordinates.
void check_along(const std::string& pointer, const SlideSpec& slide, Checking& checking) {
    const BodySpec& a = checking.bodies.at(slide.a.body);
    if (a.type == BodyType::obj0d)
        return checking.findings.add(pointer, "'" + a.id +
                                                  "' is an Obj0D and has no directions: the first body carries "
                                                  "'along', take an extended one or an Origin");
    check_direction(pointer, slide.along, a, checking);
}

}  // namespace

void RackKind::check(const Spec& rack, const std::string& pointer, Checking& checking) {
    if (checking.know(rack.slide.a, rack.slide.b))
        check_along(child(child(pointer, "slide"), "along"), rack.slide, checking);
}

// with_start_phases() sets a phase that the file omits (sample/start_phases.hpp); until then 0 stands for it.
void RackKind::resolve(const Spec& spec, const Bodies& bodies, std::vector<Term>& terms) {
    Point along = bodies.direction(bodies.named(spec.slide.a.body), exact_axis_frame(spec.slide.along).axis);
    along.offset.resize(bodies.dimension(), 0.0);  // an Origin's has all three
    terms.push_back({name_of("Rack", {spec.wheel.b, {}}, {spec.slide.b.body, {}}), resolved_angle(spec.wheel, bodies),
                     bodies.point(spec.slide.a), bodies.point(spec.slide.b), std::move(along), spec.radius,
                     spec.phase.value_or(0)});
}

void RackKind::edges(const Spec& rack, const Bodies& bodies, std::vector<Edge>& edges) {
    Edge edge = edge_of_angle(rack.wheel, bodies);
    const Edge slide = edge_between(rack.slide.a, rack.slide.b, bodies);
    edge.numbers.push_back({"slide_body_a", static_cast<double>(slide.body_a), "1"});
    edge.numbers.push_back({"slide_body_b", static_cast<double>(slide.body_b), "1"});
    add_entries(edge, "slide_point_a", slide.point_a, "m", false);
    add_entries(edge, "slide_point_b", slide.point_b, "m", false);
    add_entries(edge, "along", rack.slide.along, "1", false);
    add_numbers(edge, fields, rack);
    edges.push_back(std::move(edge));
}

Coupling RackKind::coupling(const Term& rack) {
    return {.relation = Coupling::Relation::distance,
            .a = &rack.wheel.a,
            .b = &rack.wheel.b,
            .length = Coupling::some_length,
            .more = {&rack.a, &rack.b},
            .no_coordinates = rack.name + " ties an angle to a way"};
}

// One row, (2) of the header. Its separations are the two directions of the angle, in space the axis in both
// bodies, the way, and the direction along which the way is measured.
void RackKind::paper_rows(const Term& rack, PaperRows& rows) {
    ConstraintRow row{ConstraintRow::Kind::rack, rack.name, separation_of(rack.wheel.across_b), 0, 0, 0.0, true};
    row.axes.push_back(separation_of(rack.wheel.across_a));
    for (std::size_t i = rack.wheel.axis.size(); i-- > 0;) row.axes.push_back(separation_of(rack.wheel.axis[i]));
    row.axes.push_back(signed_difference(rack.b, rack.a));
    row.axes.push_back(separation_of(rack.along));
    row.radius = rack.radius;
    row.phase = rack.phase;
    row.quarter_turns = rack.wheel.quarter_turns;
    rows.positions.push_back(std::move(row));
}

// The arm leads from the wheel to that body of the slide which is not the wheel itself.
void RackKind::draw(const Term& rack, Sketch& sketch) {
    const bool moves_itself = rack.wheel.b.body == rack.b.body;
    sketch.connect(Drawing::Line::Kind::arm, rack.wheel.b, moves_itself ? rack.a : rack.b, rack.name);
}

std::string RackKind::ends(const Term& rack, const Bodies& bodies) {
    return rack.wheel.name + "; " + point_text(bodies, rack.b) + " along a direction of " + point_text(bodies, rack.a) +
           "; radius " + short_number(double(rack.radius)) + ", phase " + short_number(rack.phase) + " rad";
}

}  // namespace cchnn
