#pragma once
// Wavefront OBJ text -> SurfaceMesh. Read are
//
//   v x y z            a vertex; what follows the three numbers (weight, colour) is left out
//   f a b c ...        a polygon of three or more corners: numbers of vertices from 1, or from -1 back from the line
//                      before; of "a/texture/normal" the first counts
//
// Comments, texture and normal vectors, groups, materials, lines and points carry no volume and are skipped; free-form
// surfaces are errors. A backslash at the end continues a line.
//
// Numbers are read by std::from_chars, correctly rounded: the same file gives the same bits everywhere. Debian's
// readers do not promise that (tinyobjloader multiplies by powers of ten and reads "nan" as 0, assimp reads into
// float).

#include <cstdint>

#include "mesh/surface_mesh.hpp"

namespace cchnn {

// A mesh has at most so many bytes, triangles (a polygon of n corners is n - 2), vertices, and lines.
inline constexpr std::uint64_t most_mesh_bytes = 32 << 20;
inline constexpr long most_mesh_triangles = 500'000, most_mesh_vertices = 500'000, most_mesh_lines = 5'000'000;

// Corners that are no vertices, or that a face has twice. The first few are enough: a mistake of an export repeats.
std::vector<Problem> corner_problems(const SurfaceMesh& mesh);

// Throws SpecError with problems located at `file`:line. Says nothing of whether the surface is closed.
SurfaceMesh read_obj(const std::string& text, const std::string& file);

}  // namespace cchnn
