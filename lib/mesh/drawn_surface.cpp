#include "mesh/drawn_surface.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <utility>

#include "core/to_size.hpp"

namespace cchnn {
namespace {

using Faces = std::vector<std::vector<int>>;

constexpr int finest_grid = 32, coarsest_grid = 2;  // cells along the longest side
constexpr double crease_cosine = 0.8660254037844387, coarse_crease_cosine = 0.5;

std::size_t corner_count(const Faces& faces) {
    std::size_t count = 0;
    for (const auto& face : faces) count += face.size();
    return count;
}

// Faces with the points that they use, in the order of their use.
DrawnSurface with_used(const std::vector<Vector3>& points, const Faces& faces) {
    DrawnSurface surface;
    std::vector<int> numbers(points.size(), -1);
    for (const std::vector<int>& face : faces) {
        surface.faces.emplace_back();
        for (const int corner : face) {
            int& number = numbers[corner];
            if (number < 0) {
                number = count_of(surface.corners);
                surface.corners.push_back(points[corner]);
            }
            surface.faces.back().push_back(number);
        }
    }
    return surface;
}

DrawnSurface faces_of(const SurfaceMesh& mesh) {
    Faces faces;
    for (const SurfaceMesh::Face& face : mesh.faces) faces.push_back(face.corners);
    return with_used(mesh.vertices, faces);
}

// The cube around points.
struct Cube {
    explicit Cube(const std::vector<Vector3>& points) : low(points.front()) {
        Vector3 high = low;
        for (const Vector3& point : points)
            for (std::size_t i = 0; i < 3; ++i) {
                low[i] = std::min(low[i], point[i]);
                high[i] = std::max(high[i], point[i]);
            }
        for (std::size_t i = 0; i < 3; ++i) side = std::max(side, high[i] - low[i]);
    }
    Vector3 low;
    double side = 0;
};

// Of each point the cell that it lies in, numbered in the order of the first point there, and the means of cells.
struct Cells {
    std::vector<int> of_point;
    std::vector<Vector3> means;
};

Cells cells_of(const std::vector<Vector3>& points, const Cube& cube, int grid) {
    Cells cells;
    std::map<std::array<int, 3>, int> numbers;
    std::vector<double> counts;
    for (const Vector3& point : points) {
        std::array<int, 3> cell{};
        for (std::size_t i = 0; i < 3; ++i)
            cell[i] = std::min(grid - 1, static_cast<int>(grid * ((point[i] - cube.low[i]) / cube.side)));
        const int number = numbers.try_emplace(cell, count_of(numbers)).first->second;
        if (to_size(number) == counts.size()) {
            counts.push_back(0);
            cells.means.push_back({});
        }
        for (std::size_t i = 0; i < 3; ++i) cells.means[number][i] += point[i];
        ++counts[number];
        cells.of_point.push_back(number);
    }
    for (std::size_t k = 0; k < counts.size(); ++k)
        for (double& entry : cells.means[k]) entry /= counts[k];
    return cells;
}

// The triangles whose corners lie in three cells, each once.
Faces coarser(const Faces& fine, const Cells& cells) {
    std::set<std::array<int, 3>> triangles;
    Faces faces;
    for (const std::vector<int>& face : fine)
        for (std::size_t k = 1; k + 1 < face.size(); ++k) {
            const auto cell = [&](std::size_t corner) { return cells.of_point[face[corner]]; };
            std::array<int, 3> triangle{cell(0), cell(k), cell(k + 1)};
            const auto [a, b, c] = triangle;
            if (a == b || b == c || c == a) continue;
            std::rotate(triangle.begin(), std::ranges::min_element(triangle), triangle.end());
            if (triangles.insert(triangle).second) faces.push_back({triangle.begin(), triangle.end()});
        }
    return faces;
}

// Normal to a polygon, as long as twice its area (Newell).
Vector3 normal(const std::vector<Vector3>& corners, const std::vector<int>& face) {
    Vector3 sum{};
    for (std::size_t k = 1; k + 1 < face.size(); ++k) {
        const Vector3& first = corners[face[0]];
        const Vector3 part = cross(minus(corners[face[k]], first), minus(corners[face[k + 1]], first));
        for (std::size_t i = 0; i < 3; ++i) sum[i] += part[i];
    }
    return sum;
}

std::vector<DrawnSurface::Crease> creases_of(const std::vector<Vector3>& corners, const Faces& faces, double cosine) {
    std::map<std::pair<int, int>, int> face_of;  // of a directed edge: the face that it goes around
    std::vector<Vector3> normals;
    for (std::size_t f = 0; f < faces.size(); ++f) {
        normals.push_back(normal(corners, faces[f]));
        for (std::size_t k = 0; k < faces[f].size(); ++k)
            face_of.try_emplace({faces[f][k], faces[f][(k + 1) % faces[f].size()]}, static_cast<int>(f));
    }
    std::vector<DrawnSurface::Crease> creases;
    for (const auto& [edge, face] : face_of) {
        const auto other = face_of.find({edge.second, edge.first});
        if (edge.first > edge.second || other == face_of.end()) continue;
        const Vector3 &n = normals[face], &m = normals[other->second];
        if (dot(n, m) < cosine * std::sqrt(dot(n, n) * dot(m, m)))
            creases.push_back({edge.first, edge.second, face, other->second});
    }
    return creases;
}

}  // namespace

DrawnSurface drawn_surface(const SurfaceMesh& mesh, std::size_t most_corners) {
    const DrawnSurface fine = faces_of(mesh);
    DrawnSurface surface = fine;
    const bool whole = corner_count(fine.faces) <= most_corners;
    if (!whole) {
        const Cube cube(fine.corners);
        for (int grid = finest_grid; grid >= coarsest_grid; grid = grid * 5 / 6) {
            const Cells cells = cells_of(fine.corners, cube, grid);
            surface = with_used(cells.means, coarser(fine.faces, cells));
            if (corner_count(surface.faces) <= most_corners) break;
        }
    }
    surface.creases = creases_of(surface.corners, surface.faces, whole ? crease_cosine : coarse_crease_cosine);
    return surface;
}

}  // namespace cchnn
