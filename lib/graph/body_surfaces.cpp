#include "graph/body_surfaces.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "core/to_size.hpp"

namespace cchnn {
namespace {

// The body point at the distances `along`, m, along the principal axes from the centre of mass:
// x_0 + sum along_i (x_i - x_0).
Point point_of(const Body& body, int dimension, const std::vector<double>& along) {
    const Point centre = node_point(body.first_node, dimension);
    std::vector<Point> tips;
    for (int i = 1; i < body.node_count; ++i) tips.push_back(node_point(body.first_node + i, dimension));
    std::vector<PointTerm> terms{{1, &centre}};
    for (std::size_t i = 0; i < tips.size(); ++i) {
        terms.push_back({along[i], &tips[i]});
        terms.push_back({-along[i], &centre});
    }
    return combined(terms);
}

// Half the side of the uniform box with this second moment of mass per mass: lambda = half^2 / 3.
double half_length(const Body& body, std::size_t axis) { return std::sqrt(3 * body.second_moments[axis]); }

// Corner s of the box of a body: the sign of axis i is bit i of s.
Point corner(const Body& body, int dimension, unsigned s) {
    std::vector<double> along;
    for (std::size_t i = 0; i < body.second_moments.size(); ++i)
        along.push_back(half_length(body, i) * (s >> i & 1 ? 1 : -1));
    return point_of(body, dimension, along);
}

void draw_box(const Body& body, Sketch& sketch) {
    const int d = sketch.bodies().dimension();
    const unsigned corners = 1U << (body.node_count - 1);
    for (unsigned s = 0; s < corners; ++s)
        for (unsigned axis = 1; axis < corners; axis <<= 1)
            if (!(s & axis))
                sketch.line(Drawing::Line::Kind::outline, corner(body, d, s), corner(body, d, s | axis), body.id);
}

// The axis about which a body is round, because the other two have the same second moment. -1 if there is none, and for
// cubes and balls, whose three moments are equal.
int round_axis(const Body& body) {
    const std::vector<double>& m = body.second_moments;
    const auto same = [&](std::size_t i, std::size_t j) { return std::abs(m[i] - m[j]) <= 1e-9 * m[i]; };
    if (m.size() == 2) return same(0, 1) ? 2 : -1;
    if (m.size() < 2 || (same(0, 1) && same(1, 2))) return -1;
    for (const int axis : {2, 1, 0})
        if (same((axis + 1) % 3, (axis + 2) % 3)) return axis;
    return -1;
}

// A disc, or a cylinder with lines along its side. A uniform one has lambda = radius^2 / 4 along each axis across.
void draw_round(const Body& body, int axis, Sketch& sketch) {
    constexpr double sides = 4;
    const int d = sketch.bodies().dimension();
    const std::size_t across_1 = (axis + 1) % 3, across_2 = (across_1 + 1) % 3;
    const double radius = 2 * std::sqrt(body.second_moments[across_1]);
    std::vector<double> along(body.second_moments.size(), 0.0);
    const Point centre = point_of(body, d, along);
    const auto direction = [&](std::size_t i) {
        const Point tip = node_point(body.first_node + 1 + static_cast<int>(i), d);
        return combined({{1, &tip}, {-1, &centre}});
    };
    const Point a = direction(across_1), b = direction(across_2);
    if (body.second_moments.size() == 2) return sketch.circle(centre, a, b, radius, body.id);
    const auto end_at = [&](double side) {
        along[axis] = side * half_length(body, axis);
        return point_of(body, d, along);
    };
    const Point top = end_at(1), bottom = end_at(-1);
    for (const Point* end : {&top, &bottom}) sketch.circle(*end, a, b, radius, body.id);
    for (int k = 0; k < sides; ++k) {
        const double angle = 2 * std::numbers::pi * k / sides, x = radius * std::cos(angle),
                     y = radius * std::sin(angle);
        sketch.line(Drawing::Line::Kind::outline, combined({{1, &top}, {x, &a}, {y, &b}}),
                    combined({{1, &bottom}, {x, &a}, {y, &b}}), body.id);
    }
}

double heaviest(const std::vector<Body>& bodies) {
    double most = 0;
    for (const Body& body : bodies)
        if (body.node_count > 0) most = std::max(most, body.mass);
    return most;
}

// `most` is the largest mass of the system. Spots are sized as balls of one density, but no smaller than a quarter of
// the largest, which would be hard to see.
void draw_body(const Body& body, double most, bool with_shape, Sketch& sketch) {
    const int d = sketch.bodies().dimension();
    if (body.node_count == 0) return sketch.spot(Drawing::Spot::Kind::fixed, fixed_point(body.position), body.id);
    const double size = std::clamp(std::cbrt(body.mass / most), 0.25, 1.0);
    sketch.spot(Drawing::Spot::Kind::mass, node_point(body.first_node, d), body.id, size);
    if (!with_shape) return;
    if (const int axis = round_axis(body); axis >= 0) draw_round(body, axis, sketch);
    else draw_box(body, sketch);
}

// The point that leaves a trail: a point mass itself, else the end of the last axis, where the drawn shape ends.
Point tip_of(const Body& body, int dimension) {
    std::vector<double> along(body.second_moments.size(), 0.0);
    if (along.empty()) return node_point(body.first_node, dimension);
    along.back() = body.second_moments.size() == 2 && round_axis(body) == 2 ? 2 * std::sqrt(body.second_moments.back())
                                                                            : half_length(body, along.size() - 1);
    return point_of(body, dimension, along);
}

// The coordinate axis that points up: the one along which the field that acts on every mass is strongest, the first of
// equals; without a field the last axis.
int up_axis(const BodyGraph& graph) {
    const Symmetry symmetry = symmetry_of(graph.terms(), graph.dimension());
    const auto longest =
        std::ranges::max_element(symmetry.field, [](double a, double b) { return std::abs(a) < std::abs(b); });
    return *longest == 0 ? graph.dimension() - 1 : static_cast<int>(longest - symmetry.field.begin());
}

// The largest coordinate of a mesh along an axis, at least 0.
double reach(const DrawnSurface& mesh, std::size_t axis) {
    double most = 0;
    for (const Vector3& corner : mesh.corners) most = std::max(most, corner[axis]);
    return most;
}

// Of points that formulas place: those that move leave trails.
Drawing of_places(Drawing drawing) {
    drawing.nodes = count_of(drawing.places) / drawing.dimension;
    drawing.up = drawing.dimension - 1;
    for (int i = 0; i < drawing.nodes; ++i) drawing.first_nodes.push_back(i);
    for (const Drawing::Spot& spot : drawing.spots)
        if (spot.kind == Drawing::Spot::Kind::mass) drawing.tips.push_back(spot.at);
    return drawing;
}

}  // namespace

Drawing drawing_of(const BodyGraph& graph) {
    // Kinds draw first, since some draw the shape of a body themselves (a rolling wheel). In the result bodies are
    // first.
    Sketch attached(graph.parts()), sketch(graph.parts());
    draw(graph.terms(), attached);
    if (attached.has_places()) return of_places(attached.take());
    const double most = heaviest(graph.bodies());
    for (const Body& body : graph.bodies())
        draw_body(body, most, !attached.shape_is_drawn(graph.parts().index_of(body)), sketch);
    Drawing drawing = sketch.take(), more = attached.take();
    drawing.lines.insert(drawing.lines.end(), more.lines.begin(), more.lines.end());
    drawing.spots.insert(drawing.spots.end(), more.spots.begin(), more.spots.end());
    drawing.curves = std::move(more.curves);
    for (const Body& body : graph.bodies())
        if (body.node_count > 0) {
            drawing.tips.push_back(tip_of(body, graph.dimension()));
            drawing.first_nodes.push_back(body.first_node);
        }
    drawing.up = up_axis(graph);
    drawing.dimension = graph.dimension();
    drawing.nodes = graph.node_count();
    return drawing;
}

std::vector<BodySurface> draw_surfaces(const BodyGraph& graph, const std::map<std::string, DrawnSurface>& meshes,
                                       Drawing& drawing) {
    std::vector<BodySurface> surfaces;
    if (!drawing.places.empty()) return surfaces;
    // drawing.tips has one entry for each body with nodes, in the order of bodies().
    std::size_t moving = 0;
    for (const Body& body : graph.bodies()) {
        if (body.node_count == 0) continue;
        Point& tip = drawing.tips[moving++];
        const auto mesh = meshes.find(body.id);
        if (mesh == meshes.end()) continue;
        const auto point = [&](const Vector3& along) {
            return graph.parts().point({body.id, {along.begin(), along.end()}});
        };
        BodySurface surface{body.id, {}, mesh->second.faces, mesh->second.creases};
        for (const Vector3& corner : mesh->second.corners) surface.corners.push_back(point(corner));
        surfaces.push_back(std::move(surface));
        std::erase_if(drawing.lines, [&](const Drawing::Line& line) {
            return line.kind == Drawing::Line::Kind::outline && line.label == body.id;
        });
        drawing.lines.push_back(
            {Drawing::Line::Kind::arm, graph.parts().centre(body), point({reach(mesh->second, 0), 0, 0})});
        tip = point({0, 0, reach(mesh->second, 2)});
    }
    return surfaces;
}

}  // namespace cchnn
