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

}  // namespace cchnn
