#include "elements/parts/drawing.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <numbers>

#include "elements/parts/curve/curve.hpp"

namespace cchnn {
namespace {

constexpr int circle_edges = 24, curve_points = 160;

}  // namespace

// Nothing for a fixed point, and for one between the nodes of several bodies.
std::optional<std::size_t> Drawing::body_of(const Point& point) const {
    std::set<std::ptrdiff_t> bodies;
    for (const NodeWeight& w : point.weights)
        bodies.insert(std::upper_bound(first_nodes.begin(), first_nodes.end(), index(w.node)) - first_nodes.begin());
    if (bodies.size() != 1 || *bodies.begin() == 0) return std::nullopt;
    return *bodies.begin() - 1;
}

std::vector<double> Drawing::states(const std::vector<double>& x, std::size_t numbers_of_state, double dt) const {
    if (places.empty()) return x;
    std::vector<double> drawn, variables(numbers_of_state + 1);
    for (std::size_t k = 0; (k + 1) * numbers_of_state <= x.size(); ++k) {
        std::copy_n(x.begin() + static_cast<long>(k * numbers_of_state), numbers_of_state, variables.begin());
        variables.back() = static_cast<double>(k) * dt;
        for (const FormulaProgram& place : places) drawn.push_back(formula_value(place, variables.data()));
    }
    return drawn;
}

// Weights that cancel are left out, so that body_of() sees only nodes that move the point.
Point combined(const std::vector<PointTerm>& terms) {
    Point sum{terms.front().point->body, {}, std::vector<Exact>(terms.front().point->offset.size())};
    std::map<int, Exact> weights;
    for (const auto& [factor, point] : terms) {
        for (const NodeWeight& w : point->weights) weights[index(w.node)] += factor * w.weight;
        for (std::size_t axis = 0; axis < sum.offset.size(); ++axis) sum.offset[axis] += factor * point->offset[axis];
    }
    for (const auto& [node, weight] : weights)
        if (!(weight == 0.0)) sum.weights.push_back({NodeIndex{node}, weight});
    return sum;
}

Point node_point(int node, int dimension) {
    return {BodyIndex{0}, {{NodeIndex{node}, 1.0}}, std::vector<Exact>(dimension)};
}

Point fixed_point(const std::vector<double>& position) {
    return {BodyIndex{0}, {}, {position.begin(), position.end()}};
}

void Sketch::connect(Drawing::Line::Kind kind, const Point& a, const Point& b, const std::string& label) {
    attach(a);
    attach(b);
    line(kind, a, b, label);
}

// An arm from the centre of the body to a point of it, so that a joint outside the body is seen to belong to
// it.
void Sketch::attach(const Point& point) {
    const Body& body = bodies_.at(point.body);
    if (body.node_count > 1 && point.weights.size() > 1)
        line(Drawing::Line::Kind::arm, node_point(body.first_node, bodies_.dimension()), point);
}

// Twenty-four straight edges in the plane of two axes of the body.
void Sketch::circle(const Point& centre, const Point& axis_1, const Point& axis_2, double radius,
                    const std::string& label) {
    const auto rim = [&](int k) {
        const double angle = 2 * std::numbers::pi * k / circle_edges;
        return combined({{1, &centre}, {radius * std::cos(angle), &axis_1}, {radius * std::sin(angle), &axis_2}});
    };
    for (int k = 0; k < circle_edges; ++k) line(Drawing::Line::Kind::outline, rim(k), rim(k + 1), label);
}

// A circle with a spoke, by which one sees it turn.
void Sketch::wheel(const Point& centre, const Point& axis_1, const Point& axis_2, double radius) {
    circle(centre, axis_1, axis_2, radius, bodies_.at(centre.body).id);
    line(Drawing::Line::Kind::arm, centre, combined({{1, &centre}, {radius, &axis_1}}));
}

// A curve that several points share is drawn once.
void Sketch::curve(const Curve& curve) {
    if (!curves_.insert(&curve).second) return;
    std::vector<std::vector<double>> points;
    for (int k = 0; k <= curve_points; ++k) {
        const CurvePoint at(curve, curve.low() + (curve.high() - curve.low()) * k / curve_points);
        points.emplace_back(at.position, at.position + bodies_.dimension());
    }
    drawing_.curves.push_back(std::move(points));
}

}  // namespace cchnn
