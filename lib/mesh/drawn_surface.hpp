#pragma once
// What a picture shows of a surface: the mesh itself, or where it has too many corners a coarser one, made by putting a
// grid over it: vertices in one cell become one, at their mean, and what is left of the triangles keeps its side
// (Rossignac, Borrel 1993). For pictures alone; nothing is computed from it.

#include <vector>

#include "mesh/surface_mesh.hpp"

namespace cchnn {

struct DrawnSurface {
    // An edge where the surface bends by more than 30 degrees, a coarser one by more than 60, and the faces on its sides.
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
