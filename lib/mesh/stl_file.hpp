#pragma once
// STL -> SurfaceMesh. Binary: 80 bytes of any text, the number of triangles (uint32), and for each triangle a normal and
// three corners of three float32, little-endian, with two bytes more. Text: "solid", and for each triangle "facet", a
// normal, and three times "vertex x y z"; other words are passed over. Normals are not read; the order of the corners
// says what is outside.
//
// STL has no numbers of vertices: corners with the same bits are one vertex (0 and -0 too). A triangle with two equal
// corners has no area, and its two other edges are one; it is left out, and a closed surface stays closed.

#include "mesh/obj_file.hpp"

namespace cchnn {

// Throws SpecError at `file`. The line of a face is the number of its triangle.
SurfaceMesh read_stl(const std::string& bytes, const std::string& file);

}  // namespace cchnn
