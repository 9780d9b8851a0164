#include "mesh/closed_surface.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

#include "mesh/face_triangles.hpp"

namespace cchnn {
namespace {

// The faces at an edge, by whether they run from its smaller vertex number to its larger one.
struct Edge {
    std::vector<std::size_t> forward, backward;
    std::vector<std::size_t> faces() const {
        std::vector<std::size_t> all = forward;
        all.insert(all.end(), backward.begin(), backward.end());
        std::sort(all.begin(), all.end());
        return all;
    }
};
using Edges = std::map<std::pair<int, int>, Edge>;

Edges edges_of(const SurfaceMesh& mesh) {
    Edges edges;
    for (std::size_t i = 0; i < mesh.faces.size(); ++i) {
        const std::vector<int>& corners = mesh.faces[i].corners;
        for (std::size_t k = 0; k < corners.size(); ++k) {
            const int from = corners[k], to = corners[(k + 1) % corners.size()];
            Edge& edge = edges[std::minmax(from, to)];
            (from < to ? edge.forward : edge.backward).push_back(i);
        }
    }
    return edges;
}

std::string listed(const std::vector<std::size_t>& faces) {
    std::string text;
    for (const std::size_t face : faces) text += (text.empty() ? "" : ", ") + std::to_string(face + 1);
    return text;
}

// The advice for a hole. Two vertices at the same place are named, numbered from 1: faces that look joined there are
// not.
std::string twin_vertices(const SurfaceMesh& mesh) {
    std::map<Vector3, std::size_t> first;
    for (std::size_t i = 0; i < mesh.vertices.size(); ++i)
        if (const auto [entry, is_new] = first.try_emplace(mesh.vertices[i], i); !is_new)
            return "; vertices " + std::to_string(entry->second + 1) + " and " + std::to_string(i + 1) +
                   " are at the same place: merge vertices by distance before exporting";
    return "; close the hole";
}

// What is wrong with an edge, or nothing.
std::string edge_problem(const std::pair<int, int>& ends, const Edge& edge, const std::string& hint) {
    const std::string name =
        "the edge of vertices " + std::to_string(ends.first + 1) + " and " + std::to_string(ends.second + 1);
    const std::vector<std::size_t> faces = edge.faces();
    if (faces.size() == 1)
        return name + " belongs to face " + listed(faces) + " alone, the surface is open there" + hint;
    if (faces.size() > 2)
        return name + " belongs to " + std::to_string(faces.size()) + " faces (" + listed(faces) +
               "), that of a solid to two; remove inner faces, or give parts that touch vertices of their own";
    if (edge.forward.size() != 1)
        return name + " is run along in the same direction by faces " + listed(faces) +
               "; reverse the corners of one of them, so that all are counter-clockwise seen from outside";
    return "";
}

void check_edges(const SurfaceMesh& mesh, std::vector<Problem>& problems) {
    const std::string hint = twin_vertices(mesh);
    for (const auto& [ends, edge] : edges_of(mesh)) {
        const std::string what = edge_problem(ends, edge, hint);
        if (!what.empty()) problems.push_back({mesh.where(mesh.faces[edge.faces().front()]), what});
    }
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

}  // namespace cchnn
