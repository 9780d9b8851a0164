#pragma once
// A surface of flat polygons in space: what the outside of a solid is given by.

#include <array>
#include <string>
#include <vector>

#include "core/errors.hpp"
#include "numbers/vector3.hpp"

namespace cchnn {

struct SurfaceMesh {
    struct Face {
        std::vector<int> corners;  // indices into vertices, counter-clockwise seen from outside
        int line;                  // of the file, from 1
    };
    std::string file;  // what messages call it
    std::vector<Vector3> vertices;
    std::vector<Face> faces;

    std::string where(const Face& face) const { return file + ":" + std::to_string(face.line); }
    std::string name(std::size_t face) const { return "face " + std::to_string(face + 1); }
};

// At most 10 of a mesh's problems, and how many there are more: one mistake of an export repeats in every face.
std::vector<Problem> first_problems(std::vector<Problem> problems, const std::string& file);

// A face as a fan of triangles around its first corner. For a flat polygon, convex or not, signed integrals over the
// fan are those over the polygon; one that is not flat is replaced by its fan.
struct FaceTriangle {
    Vector3 a, b, c;
};

inline std::vector<FaceTriangle> face_triangles(const SurfaceMesh& mesh, const SurfaceMesh::Face& face) {
    const auto corner = [&](std::size_t k) { return mesh.vertices[face.corners[k]]; };
    std::vector<FaceTriangle> fan;
    for (std::size_t k = 1; k + 1 < face.corners.size(); ++k) fan.push_back({corner(0), corner(k), corner(k + 1)});
    return fan;
}

}  // namespace cchnn
