#include "elements/slide_gear.hpp"

#include "elements/parts/reading/wording.hpp"

namespace cchnn {

void SlideGearKind::check(const Spec& gear, const std::string& pointer, Checking& checking) {
    check_slide(child(pointer, "first"), gear.first, checking);
    check_slide(child(pointer, "second"), gear.second, checking);
    const auto same_end = [](const PointSpec& a, const PointSpec& b) { return a.body == b.body && a.point == b.point; };
    if (same_end(gear.first.a, gear.second.a) && same_end(gear.first.b, gear.second.b) &&
        gear.first.along == gear.second.along)
        checking.findings.add(child(pointer, "second"),
                              "is the slide 'first': a SlideGear couples two different slides");
}

void SlideGearKind::resolve(const Spec& spec, const Bodies& bodies, std::vector<Term>& terms) {
    terms.push_back({name_of("SlideGear", spec.first.b, spec.second.b), resolved_slide(spec.first, bodies),
                     resolved_slide(spec.second, bodies), spec.ratio, spec.offset});
}

// The edge of the first slide; the second one follows as numbers with the prefix "second_".
void SlideGearKind::edges(const Spec& gear, const Bodies& bodies, std::vector<Edge>& edges) {
    Edge edge = edge_between(gear.first.a, gear.first.b, bodies);
    add_entries(edge, "along", gear.first.along, "1", false);
    add_slide(edge, "second_", gear.second, bodies);
    add_entries(edge, "second_along", gear.second.along, "1", false);
    add_numbers(edge, fields, gear);
    edges.push_back(std::move(edge));
}

Coupling SlideGearKind::coupling(const Term& gear) {
    return {.relation = Coupling::Relation::distance,
            .a = &gear.first.a,
            .b = &gear.first.b,
            .length = Coupling::some_length,
            .more = {&gear.second.a, &gear.second.b},
            .no_coordinates = gear.name + " ties two ways"};
}

// (1) of the header: r_2 . w_2 + (-ratio r_1) . w_1 - offset.
void SlideGearKind::paper_rows(const Term& gear, PaperRows& rows) {
    ConstraintRow row{
        ConstraintRow::Kind::slides, gear.name, signed_difference(gear.second.b, gear.second.a), 0, 0, 0.0};
    row.target = gear.offset;
    Separation first = signed_difference(gear.first.b, gear.first.a);
    for (NodeWeight& w : first.weights) w.weight = -gear.ratio * w.weight;
    for (Exact& entry : first.offset) entry = -gear.ratio * entry;
    row.axes = {separation_of(gear.second.along), std::move(first), separation_of(gear.first.along)};
    rows.positions.push_back(std::move(row));
}

void SlideGearKind::draw(const Term& gear, Sketch& sketch) {
    sketch.connect(Drawing::Line::Kind::arm, gear.first.b, gear.second.b, gear.name);
}

std::string SlideGearKind::ends(const Term& gear, const Bodies& bodies) {
    const auto way = [&](const Slide& slide) {
        return point_text(bodies, slide.b) + " along a direction of " + point_text(bodies, slide.a);
    };
    return way(gear.first) + "; " + way(gear.second) + "; ratio " + short_number(gear.ratio) + ", offset " +
           short_number(gear.offset) + " m";
}

}  // namespace cchnn
