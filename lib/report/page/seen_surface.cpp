#include "report/page/seen_surface.hpp"

#include <map>
#include <utility>

namespace cchnn {
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
        if (near[crease.left] || near[crease.right]) seen.creases.push_back({corners[crease.a], corners[crease.b]});
    return seen;
}

}  // namespace cchnn
