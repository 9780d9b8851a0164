#include "mesh/mesh_files.hpp"

#include <algorithm>

#include "mesh/closed_surface.hpp"
#include "mesh/ply_file.hpp"
#include "mesh/stl_file.hpp"

namespace cchnn {

void MeshFiles::require_room(const std::string& file) const {
    if (bytes_ > most_mesh_bytes || triangles_ > most_mesh_triangles)
        throw SpecError(file, "is too much, together with the meshes before it: all of them may have " +
                                  std::to_string(most_mesh_bytes >> 20) + " MiB and " +
                                  std::to_string(most_mesh_triangles) + " triangles; simplify the surfaces");
}

SurfaceMesh MeshFiles::read(const std::string& contents, const std::string& file) {
    bytes_ += contents.size();
    require_room(file);
    SurfaceMesh mesh = has_ending(file, ".stl")   ? read_stl(contents, file)
                       : has_ending(file, ".ply") ? read_ply(contents, file)
                                                  : read_obj(contents, file);
    join_faces(mesh);
    for (const SurfaceMesh::Face& face : mesh.faces) triangles_ += std::ssize(face.corners) - 2;
    require_room(file);
    return mesh;
}

bool has_ending(const std::string& file, const std::string& ending) {
    return file.size() >= ending.size() &&
           std::equal(ending.begin(), ending.end(), file.end() - std::ssize(ending), [](char small, char c) {
               return c == small || (c >= 'A' && c <= 'Z' && c - 'A' + 'a' == small);
           });
}

}  // namespace cchnn
