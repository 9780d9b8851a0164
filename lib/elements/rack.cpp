#include "elements/rack.hpp"

#include "elements/parts/reading/wording.hpp"

namespace cchnn {

void RackKind::check(const Spec& rack, const std::string& pointer, Checking& checking) {
    check_slide(child(pointer, "slide"), rack.slide, checking);
}

// with_start_phases() sets a phase that the file omits (sample/start_phases.hpp); until then 0 stands for it.
void RackKind::resolve(const Spec& spec, const Bodies& bodies, std::vector<Term>& terms) {
    terms.push_back({name_of("Rack", {spec.wheel.b, {}}, {spec.slide.b.body, {}}), resolved_angle(spec.wheel, bodies),
                     resolved_slide(spec.slide, bodies), spec.radius, spec.phase.value_or(0)});
}

void RackKind::edges(const Spec& rack, const Bodies& bodies, std::vector<Edge>& edges) {
    Edge edge = edge_of_angle(rack.wheel, bodies);
    add_slide(edge, "slide_", rack.slide, bodies);
    add_entries(edge, "along", rack.slide.along, "1", false);
    add_numbers(edge, fields, rack);
    edges.push_back(std::move(edge));
}

Coupling RackKind::coupling(const Term& rack) {
    return {.relation = Coupling::Relation::distance,
            .a = &rack.wheel.a,
            .b = &rack.wheel.b,
            .length = Coupling::some_length,
            .more = {&rack.slide.a, &rack.slide.b},
            .no_coordinates = rack.name + " ties an angle to a way"};
}

// One row, (2) of the header. Its separations are the two directions of the angle, in space the axis in both
// bodies, the way, and the direction along which the way is measured.
void RackKind::paper_rows(const Term& rack, PaperRows& rows) {
    ConstraintRow row{ConstraintRow::Kind::rack, rack.name, separation_of(rack.wheel.across_b), 0, 0, 0.0, true};
    row.axes.push_back(separation_of(rack.wheel.across_a));
    for (std::size_t i = rack.wheel.axis.size(); i-- > 0;) row.axes.push_back(separation_of(rack.wheel.axis[i]));
    row.axes.push_back(signed_difference(rack.slide.b, rack.slide.a));
    row.axes.push_back(separation_of(rack.slide.along));
    row.radius = rack.radius;
    row.phase = rack.phase;
    row.quarter_turns = rack.wheel.quarter_turns;
    rows.positions.push_back(std::move(row));
}

// The arm leads from the wheel to that body of the slide which is not the wheel itself.
void RackKind::draw(const Term& rack, Sketch& sketch) {
    const bool moves_itself = rack.wheel.b.body == rack.slide.b.body;
    sketch.connect(Drawing::Line::Kind::arm, rack.wheel.b, moves_itself ? rack.slide.a : rack.slide.b, rack.name);
}

std::string RackKind::ends(const Term& rack, const Bodies& bodies) {
    return rack.wheel.name + "; " + point_text(bodies, rack.slide.b) + " along a direction of " +
           point_text(bodies, rack.slide.a) + "; radius " + short_number(double(rack.radius)) + ", phase " +
           short_number(rack.phase) + " rad";
}

}  // namespace cchnn
