#include "mesh/closed_surface.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <span>
#include <tuple>

#include "core/joined.hpp"
#include "mesh/surface_mesh.hpp"

namespace cchnn {
namespace {

// A side of a face: one of its edges, from the smaller number of a vertex to the larger one, and whether the face runs
// along it in that direction.
struct Side {
    int low, high;
    std::size_t face;
    bool forward;
};

// The sides of all faces, those of one edge together.
std::vector<Side> sides_of(const SurfaceMesh& mesh) {
    std::vector<Side> sides;
    for (std::size_t i = 0; i < mesh.faces.size(); ++i) {
        const std::vector<int>& corners = mesh.faces[i].corners;
        for (std::size_t k = 0; k < corners.size(); ++k) {
            const int from = corners[k], to = corners[(k + 1) % corners.size()];
            sides.push_back({std::min(from, to), std::max(from, to), i, from < to});
        }
    }
    std::ranges::sort(sides, [](const Side& a, const Side& b) {
        return std::tie(a.low, a.high, a.face) < std::tie(b.low, b.high, b.face);
    });
    return sides;
}

// Calls visit(sides of one edge) for each edge.
template <class Visit>
void for_each_edge(const SurfaceMesh& mesh, const Visit& visit) {
    const std::vector<Side> sides = sides_of(mesh);
    for (auto first = sides.begin(); first != sides.end();) {
        const auto last = std::find_if(
            first, sides.end(), [&](const Side& side) { return side.low != first->low || side.high != first->high; });
        visit(std::span<const Side>(first, last));
        first = last;
    }
}

std::string listed(std::span<const Side> edge) {
    return joined(edge, ", ", [](const Side& side) { return std::to_string(side.face + 1); });
}

// What is wrong with an edge, or nothing.
std::string edge_problem(std::span<const Side> edge) {
    const std::string name =
        "the edge of vertices " + std::to_string(edge[0].low + 1) + " and " + std::to_string(edge[0].high + 1);
    if (edge.size() == 1)
        return name + " belongs to face " + listed(edge) +
               " alone, the surface is open there; close the hole, or merge vertices by distance where faces look "
               "joined";
    if (edge.size() > 2)
        return name + " belongs to " + std::to_string(edge.size()) + " faces (" + listed(edge) +
               "), that of a solid to two; remove inner faces, or give parts that touch vertices of their own";
    if (edge[0].forward == edge[1].forward)
        return name + " is run along in the same direction by faces " + listed(edge) +
               "; reverse the corners of one of them, so that all are counter-clockwise seen from outside";
    return "";
}

void check_edges(const SurfaceMesh& mesh, std::vector<Problem>& problems) {
    for_each_edge(mesh, [&](std::span<const Side> edge) {
        const std::string what = edge_problem(edge);
        if (!what.empty()) problems.push_back({mesh.where(mesh.faces[edge[0].face]), what});
    });
}

// 1e-14 of the square of its size: the corners are on one line to rounding.
void check_areas(const SurfaceMesh& mesh, std::vector<Problem>& problems) {
    for (std::size_t i = 0; i < mesh.faces.size(); ++i) {
        Vector3 twice_area{};
        double size = 0;
        for (const FaceTriangle& t : face_triangles(mesh, mesh.faces[i])) {
            const Vector3 u = minus(t.b, t.a), v = minus(t.c, t.a), n = cross(u, v);
            for (std::size_t k = 0; k < 3; ++k) twice_area[k] += n[k];
            size = std::max({size, dot(u, u), dot(v, v)});
        }
        if (std::sqrt(dot(twice_area, twice_area)) <= 1e-14 * size)
            problems.push_back(
                {mesh.where(mesh.faces[i]),
                 mesh.name(i) + " has no area, its corners lie on one line; remove it or move a corner"});
    }
}

}  // namespace

std::vector<Problem> closed_surface_problems(const SurfaceMesh& mesh) {
    std::vector<Problem> problems;
    check_areas(mesh, problems);
    check_edges(mesh, problems);
    return first_problems(std::move(problems), mesh.file);
}

void join_faces(SurfaceMesh& mesh) {
    bool is_open = false;
    for_each_edge(mesh, [&](std::span<const Side> edge) { is_open = is_open || edge.size() == 1; });
    if (!is_open) return;
    const std::vector<Vector3>& x = mesh.vertices;
    std::vector<int> by_place(x.size()), first(x.size());
    std::iota(by_place.begin(), by_place.end(), 0);
    std::ranges::sort(by_place, [&](int a, int b) { return std::tie(x[a], a) < std::tie(x[b], b); });
    for (std::size_t i = 0; i < x.size(); ++i) {
        const bool is_twin = i > 0 && x[by_place[i]] == x[by_place[i - 1]];
        first[by_place[i]] = is_twin ? first[by_place[i - 1]] : by_place[i];
    }
    for (SurfaceMesh::Face& face : mesh.faces) {
        std::vector<int>& corners = face.corners;
        for (int& corner : corners) corner = first[corner];
        corners.erase(std::unique(corners.begin(), corners.end()), corners.end());
        if (corners.front() == corners.back()) corners.pop_back();
    }
    std::erase_if(mesh.faces, [](const SurfaceMesh::Face& face) { return face.corners.size() < 3; });
}

}  // namespace cchnn
