#pragma once
// The mesh files of one request, each read as its name ends: .stl, .ply, and .obj for every other name. The limits of
// obj_file.hpp hold for all of them together, since time and memory follow from the sum.

#include "mesh/obj_file.hpp"

namespace cchnn {

class MeshFiles {
  public:
    // Throws SpecError if the files before have reached a limit; asked before the next one is opened.
    void require_room(const std::string& file) const;
    // The surface in a file's contents. Throws SpecError.
    SurfaceMesh read(const std::string& contents, const std::string& file);

  private:
    std::uint64_t bytes_ = 0;
    long triangles_ = 0;
};

// Whether the name of a file ends in this, such as ".stl", in small or capital letters.
bool has_ending(const std::string& file, const std::string& ending);

// STL -> SurfaceMesh. Binary: 80 bytes of any text, the number of triangles (uint32), and for each triangle a normal and
// three corners of three float32, little-endian, with two bytes more. Text: "solid", and for each triangle "facet", a
// normal, and three times "vertex x y z"; other words are passed over. Normals are not read; the order of the corners
// says what is outside.
//
// STL has no numbers of vertices: corners with the same bits are one vertex (0 and -0 too). A triangle with two equal
// corners has no area, and its two other edges are one; it is left out, and a closed surface stays closed.

// Throws SpecError at `file`. The line of a face is the number of its triangle.
SurfaceMesh read_stl(const std::string& bytes, const std::string& file);

// PLY -> SurfaceMesh, as text or binary of either byte order. Read are x, y and z of the element "vertex" and the list
// "vertex_indices" (or "vertex_index") of the element "face", numbers from 0; other properties and elements are passed
// over. The line of a face is its number.

// Throws SpecError at `file`.
SurfaceMesh read_ply(const std::string& contents, const std::string& file);

}  // namespace cchnn
