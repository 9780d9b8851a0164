#pragma once
// The surface that pictures show: the mesh itself, or a coarser one if it has too many corners. Vertex clustering
// (Rossignac, Borrel 1993): the vertices in one cell of a grid become one, at their mean; triangles that do not
// collapse keep their orientation. For pictures alone; nothing is computed from it.

#include <vector>

#include "mesh/surface_mesh.hpp"

namespace cchnn {

struct DrawnSurface {
    // An edge where the surface bends by more than 30 degrees (60 if it was made coarser), and the faces on its sides.
    struct Crease {
        int a, b;
        int left, right;
    };
    std::vector<Vector3> corners;
    std::vector<std::vector<int>> faces;  // indices into corners, counter-clockwise seen from outside
    std::vector<Crease> creases;
};

// most_corners: of faces, all together, from 336 on, which is all that 8 cells can have. Of a mesh with a size.
DrawnSurface drawn_surface(const SurfaceMesh& mesh, std::size_t most_corners);

}  // namespace cchnn
