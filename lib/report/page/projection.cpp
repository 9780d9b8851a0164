#include "report/page/projection.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

namespace cchnn {
namespace {

// Twice the area of a triangle of points; its sign is the side of the line from a to b on which c lies.
double turn(const SvgPoint& a, const SvgPoint& b, const SvgPoint& c) {
    return (b.across - a.across) * (c.down - a.down) - (b.down - a.down) * (c.across - a.across);
}

}  // namespace

// Parallel projection: a turn about the axis that points up, then a tilt towards the viewer. On a line and in
// the plane nothing is turned.
SvgPoint Projection::flat(const std::vector<double>& p) const {
    if (dimension_ == 1) return {p[0], 0};
    if (dimension_ == 2) return {p[0], p[1]};
    const double a = p[(up_ + 1) % 3], b = p[(up_ + 2) % 3], c = p[up_];
    const double away = a * std::sin(first_yaw) + b * std::cos(first_yaw);
    return {a * std::cos(first_yaw) - b * std::sin(first_yaw),
            c * std::cos(first_pitch) + away * std::sin(first_pitch)};
}

// The distance from the viewer, up to a constant: larger is farther.
double Projection::away(const Point& point, const double* state) const {
    if (dimension_ < 3) return 0;
    const std::vector<double> p = place_of(point, state);
    const double a = p[(up_ + 1) % 3], b = p[(up_ + 2) % 3], c = p[up_];
    return (a * std::sin(first_yaw) + b * std::cos(first_yaw)) * std::cos(first_pitch) - c * std::sin(first_pitch);
}

SvgPoint Projection::flat(const Point& point, const double* state) const { return flat(place_of(point, state)); }

std::vector<double> Projection::place_of(const Point& point, const double* state) const {
    std::vector<double> place = converted<double>(point.offset);
    for (const NodeWeight& w : point.weights)
        for (int axis = 0; axis < dimension_; ++axis)
            place[axis] += double(w.weight) * state[index(w.node) * dimension_ + axis];
    return place;
}

// Andrew's monotone chain (1979): sorted from left to right, once along the lower side and once back along the
// upper one.
std::vector<SvgPoint> convex_hull(std::vector<SvgPoint> points) {
    std::ranges::sort(points, [](const SvgPoint& a, const SvgPoint& b) {
        return a.across < b.across || (a.across == b.across && a.down < b.down);
    });
    std::vector<SvgPoint> hull;
    for (const int way : {0, 1}) {
        const std::size_t fixed = hull.size() + 1;
        for (std::size_t i = 0; i < points.size(); ++i) {
            const SvgPoint& p = way == 0 ? points[i] : points[points.size() - 1 - i];
            while (hull.size() > fixed && turn(hull[hull.size() - 2], hull.back(), p) <= 0) hull.pop_back();
            hull.push_back(p);
        }
        if (!hull.empty()) hull.pop_back();
    }
    return hull;
}

namespace {

// By the sign of the area of the projected face. The second coordinate points down, which turns the sign.
bool looks_this_way(const std::vector<int>& face, const std::vector<SvgPoint>& corners) {
    double twice_area = 0;
    for (std::size_t k = 0; k < face.size(); ++k) {
        const SvgPoint &a = corners[face[k]], &b = corners[face[(k + 1) % face.size()]];
        twice_area += a.across * b.down - b.across * a.down;
    }
    return twice_area < 0;
}

// Directed edges by the corner at which they begin.
using Edges = std::multimap<int, int>;

// Adds an edge, or removes the opposite one if it is there.
void add(Edges& edges, int from, int to) {
    const auto [first, last] = edges.equal_range(to);
    for (auto edge = first; edge != last; ++edge)
        if (edge->second == from) {
            edges.erase(edge);
            return;
        }
    edges.emplace(from, to);
}

}  // namespace

// The edges that are left when the faces that are seen have been put together are the borders of the
// silhouette; they are followed from corner to corner.
SeenSurface seen_surface(const BodySurface& surface, const std::vector<SvgPoint>& corners) {
    std::vector<bool> near;
    Edges edges;
    for (const std::vector<int>& face : surface.faces) {
        near.push_back(looks_this_way(face, corners));
        if (!near.back()) continue;
        for (std::size_t k = 0; k < face.size(); ++k) add(edges, face[k], face[(k + 1) % face.size()]);
    }
    SeenSurface seen;
    while (!edges.empty()) {
        std::vector<SvgPoint> loop;
        for (auto edge = edges.begin(); edge != edges.end();) {
            loop.push_back(corners[edge->first]);
            const int next = edge->second;
            edges.erase(edge);
            edge = edges.find(next);
        }
        seen.loops.push_back(std::move(loop));
    }
    for (const DrawnSurface::Crease& crease : surface.creases)
        if (crease.left < 0 || near[crease.left] || near[crease.right])
            seen.creases.push_back({corners[crease.a], corners[crease.b]});
    return seen;
}

}  // namespace cchnn
