#pragma once
// PLY -> SurfaceMesh, as text or binary of either byte order. Read are x, y and z of the element "vertex" and the list
// "vertex_indices" (or "vertex_index") of the element "face", numbers from 0; other properties and elements are passed
// over. The line of a face is its number.

#include "mesh/obj_file.hpp"

namespace cchnn {

// Throws SpecError at `file`.
SurfaceMesh read_ply(const std::string& contents, const std::string& file);

}  // namespace cchnn
