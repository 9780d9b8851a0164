#pragma once
// A face as a fan of triangles around its first corner. For a flat polygon, convex or not, signed integrals over the
// fan are those over the polygon; one that is not flat is replaced by its fan.

#include "mesh/surface_mesh.hpp"

namespace cchnn {

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
