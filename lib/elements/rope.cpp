#include "elements/rope.hpp"

#include "core/joined.hpp"
#include "elements/parts/reading/check_ends.hpp"
#include "elements/parts/reading/wording.hpp"

namespace cchnn {
namespace {

bool is_fixed(const PointSpec& point, const Checking& checking) {
    return checking.bodies.contains(point.body) && is_origin(checking.bodies.at(point.body));
}

// A rope all of whose points are fixed constrains nothing.
void check_can_move(const RopeSpec& rope, const std::string& points, Checking& checking) {
    for (const PointSpec& point : rope.points)
        if (!is_fixed(point, checking)) return;
    checking.findings.add(points, "all of them are Origins, which never move: the rope does nothing");
}

}  // namespace

void RopeKind::check(const Spec& rope, const std::string& pointer, Checking& checking) {
    const std::string points = child(pointer, "points");
    bool known = true;
    for (std::size_t i = 0; i < rope.points.size(); ++i) {
        const PointSpec& end = rope.points[i];
        known = check_known_end(child(points, i), end, checking.bodies, checking.findings) && known;
        if (i > 0 && end_text(end) == end_text(rope.points[i - 1]))
            checking.findings.add(child(points, i), "is the point before it, '" + end.body +
                                                        "': a segment of rope without length has no direction");
    }
    if (known) check_can_move(rope, points, checking);
    if (checking.dimension == 1) checking.findings.add(child(pointer, "type"), "a Rope needs dimension 2 or 3, got 1");
}

void RopeKind::edges(const Spec& rope, const Bodies& bodies, std::vector<Edge>& edges) {
    edges.push_back(edge_between(rope.points.front(), rope.points.back(), bodies));
    add_numbers(edges.back(), fields, rope);
    std::vector<EdgeNumber>& numbers = edges.back().numbers;
    for (std::size_t i = 1; i + 1 < rope.points.size(); ++i) {
        const Edge via = edge_of(rope.points[i], bodies);
        const std::string name = "via_" + std::to_string(i);
        numbers.push_back({name + "_body", static_cast<double>(via.body_a), "1"});
        for (std::size_t k = 0; k < via.point_a.size(); ++k)
            numbers.push_back({name + "_" + std::to_string(k + 1), via.point_a[k], "m"});
    }
}

Coupling RopeKind::coupling(const Term& rope) {
    Coupling coupling{.relation = Coupling::Relation::distance,
                      .a = &rope.points.front(),
                      .b = &rope.points.back(),
                      .length = rope.length / static_cast<double>(rope.points.size() - 1),
                      .no_coordinates = rope.name + " goes over pulleys"};
    for (std::size_t i = 1; i + 1 < rope.points.size(); ++i) coupling.more.push_back(&rope.points[i]);
    return coupling;
}

// Segments between two fixed points have a constant length, which is taken off the free length.
void RopeKind::paper_rows(const Term& rope, PaperRows& rows) {
    ConstraintRow row{ConstraintRow::Kind::rope, rope.name, {}, 0, rope.length, 0.0, true};
    row.target = rope.length;
    std::vector<Separation> pieces;
    for (std::size_t i = 0; i + 1 < rope.points.size(); ++i) {
        Separation piece = signed_difference(rope.points[i], rope.points[i + 1]);
        if (!piece.weights.empty()) pieces.push_back(std::move(piece));
        else row.target -= length_of(piece.offset);  // between two Origins
    }
    row.separation = std::move(pieces.front());
    row.axes.assign(std::make_move_iterator(pieces.begin() + 1), std::make_move_iterator(pieces.end()));
    rows.positions.push_back(std::move(row));
}

void RopeKind::draw(const Term& rope, Sketch& sketch) {
    for (std::size_t i = 0; i + 1 < rope.points.size(); ++i)
        sketch.connect(Drawing::Line::Kind::rope, rope.points[i], rope.points[i + 1], rope.name);
}

std::string RopeKind::ends(const Term& rope, const Bodies& bodies) {
    return joined(rope.points, ", ", [&](const Point& point) { return point_text(bodies, point); }) + "; length " +
           short_number(rope.length);
}

}  // namespace cchnn
