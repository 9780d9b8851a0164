#pragma once
// Whether a surface bounds a solid: every edge belongs to two faces, which run along it in opposite directions, and
// every face has an area. Several closed parts are allowed: a hollow, or parts that move as one body.

#include "mesh/surface_mesh.hpp"

namespace cchnn {

std::vector<Problem> closed_surface_problems(const SurfaceMesh& mesh);

}  // namespace cchnn
