#pragma once
// Whether a surface bounds a solid: every edge belongs to two faces, which run along it in opposite directions, and
// every face has an area. Several closed parts are allowed: a hollow, or parts that move as one body.

#include "mesh/surface_mesh.hpp"

namespace cchnn {

std::vector<Problem> closed_surface_problems(const SurfaceMesh& mesh);

// Many exporters give each face vertices of its own. If an edge belongs to one face alone, corners at one place, equal
// to the last bit, become one vertex. The vertices of a surface without such an edge stay, since closed parts may touch.
void join_faces(SurfaceMesh& mesh);

}  // namespace cchnn
