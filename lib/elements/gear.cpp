#include "elements/gear.hpp"

#include <cstdlib>
#include <numeric>

#include "elements/parts/reading/wording.hpp"

namespace cchnn {
namespace {

// The row is computed from powers of sines and cosines; exponents up to this keep the angle to rounding.
constexpr int most_teeth = 1000;

// The ratio in lowest terms with a positive first number.
std::array<int, 2> without_common_divisor(const std::array<int, 2>& teeth) {
    const int divisor = std::gcd(teeth[0], teeth[1]) * (teeth[0] < 0 ? -1 : 1);
    return {teeth[0] / divisor, teeth[1] / divisor};
}

void check_teeth(const GearSpec& gear, const std::string& pointer, Findings& findings) {
    for (std::size_t i = 0; i < 2; ++i)
        if (gear.teeth[i] == 0) return findings.add(child(pointer, i), "must not be 0: the wheel would not turn");
    const std::array<int, 2> reduced = without_common_divisor(gear.teeth);
    if (std::abs(reduced[0]) <= most_teeth && std::abs(reduced[1]) <= most_teeth) return;
    findings.add(pointer, "must be a ratio of numbers up to " + std::to_string(most_teeth) + ", got " +
                              std::to_string(reduced[0]) + ":" + std::to_string(reduced[1]) +
                              " without common divisor");
}

bool same_bodies(const AngleSpec& a, const AngleSpec& b) {
    return (a.a == b.a && a.b == b.b) || (a.a == b.b && a.b == b.a);
}

}  // namespace

void GearKind::check(const Spec& gear, const std::string& pointer, Checking& checking) {
    check_teeth(gear, child(pointer, "teeth"), checking.findings);
    if (same_bodies(gear.first, gear.second))
        checking.findings.add(child(pointer, "second"), "is the angle of 'first', between '" + gear.first.a +
                                                            "' and '" + gear.first.b +
                                                            "': a Gear couples two different angles, a Weld fixes one");
}

void GearKind::resolve(const Spec& spec, const Bodies& bodies, std::vector<Term>& terms) {
    terms.push_back({name_of("Gear", {spec.first.b, {}}, {spec.second.b, {}}), resolved_angle(spec.first, bodies),
                     resolved_angle(spec.second, bodies), without_common_divisor(spec.teeth), spec.phase.value_or(0)});
}

// The edge of the first angle; the second one follows as numbers with the prefix "second_".
void GearKind::edges(const Spec& gear, const Bodies& bodies, std::vector<Edge>& edges) {
    Edge edge = edge_of_angle(gear.first, bodies);
    const Edge second = edge_of_angle(gear.second, bodies);
    edge.numbers.push_back({"second_body_a", static_cast<double>(second.body_a), "1"});
    edge.numbers.push_back({"second_body_b", static_cast<double>(second.body_b), "1"});
    for (const EdgeNumber& number : second.numbers)
        edge.numbers.push_back({"second_" + number.name, number.value, number.unit});
    edge.numbers.push_back({"teeth_1", static_cast<double>(gear.teeth[0]), "1"});
    edge.numbers.push_back({"teeth_2", static_cast<double>(gear.teeth[1]), "1"});
    add_numbers(edge, fields, gear);
    edges.push_back(std::move(edge));
}

Coupling GearKind::coupling(const Term& gear) {
    return {.relation = Coupling::Relation::distance,
            .a = &gear.first.a,
            .b = &gear.first.b,
            .length = Coupling::some_length,
            .more = {&gear.second.a, &gear.second.b},
            .no_coordinates = gear.name + " ties two angles"};
}

// The directions that the row needs, in the order that ConstraintRow describes: m_b of the first angle, m_a of
// it, m_b and m_a of the second, then the axes.
void GearKind::paper_rows(const Term& gear, PaperRows& rows) {
    ConstraintRow row{ConstraintRow::Kind::gear, gear.name, separation_of(gear.first.across_b), 0, 0, 0.0, true};
    for (const Point* m : {&gear.first.across_a, &gear.second.across_b, &gear.second.across_a})
        row.axes.push_back(separation_of(*m));
    for (const CountedAngle* angle : {&gear.first, &gear.second})
        for (std::size_t i = angle->axis.size(); i-- > 0;) row.axes.push_back(separation_of(angle->axis[i]));
    row.teeth = gear.teeth;
    row.phase = gear.phase;
    row.quarter_turns = gear.teeth[0] * gear.first.quarter_turns + gear.teeth[1] * gear.second.quarter_turns;
    rows.positions.push_back(std::move(row));
}

void GearKind::draw(const Term& gear, Sketch& sketch) {
    sketch.connect(Drawing::Line::Kind::arm, gear.first.b, gear.second.b, gear.name);
}

std::string GearKind::ends(const Term& gear, const Bodies&) {
    return gear.first.name + ", " + gear.second.name + "; ratio " + std::to_string(gear.teeth[0]) + ":" +
           std::to_string(gear.teeth[1]) + ", phase " + short_number(gear.phase) + " rad";
}

}  // namespace cchnn
