#include "spec/mesh_surfaces.hpp"

#include <algorithm>
#include <cmath>
#include <optional>

#include "core/errors.hpp"
#include "core/sha256.hpp"
#include "mesh/mesh_files.hpp"
#include "mesh/mesh_frame.hpp"
#include "mesh/solid.hpp"

namespace cchnn {
namespace {

// Limits on the corners of faces: of one body, of all bodies together, and the number below which a mesh cannot
// be recognised.
constexpr std::size_t most_of_body = 2000, most_of_all = 20000, fewest = 336;

// One mesh file with its solid in the coordinates of the mesh; without a surface if it has none.
struct ReadSurface {
    std::string sha256;
    std::optional<DrawnSurface> surface;
};

ReadSurface surface_in(const std::string& path, const FileFinder& find_file, MeshFiles& files,
                       std::size_t most_corners) {
    ReadSurface read;
    try {
        files.require_room(path);
        const NamedText file = find_file(path);
        read.sha256 = sha256_of_text(file.text);
        const SurfaceMesh mesh = files.read(file.text, file.name);
        (void)solid_inside(mesh);  // checks it: a mesh whose sha256 is in the file is unchecked
        read.surface = drawn_surface(mesh, most_corners);
    } catch (const Error&) {
    }
    return read;
}

bool is_finite(const Vector3& point) {
    return std::all_of(point.begin(), point.end(), [](double entry) { return std::isfinite(entry); });
}

Vector3 vector3(const std::vector<double>& entries) { return {entries[0], entries[1], entries[2]}; }

DrawnSurface in_body(DrawnSurface surface, const MeshSpec& mesh) {
    const MeshFrame frame{mesh.scale,
                          vector3(mesh.centre_of_mass),
                          {vector3(mesh.axes[0]), vector3(mesh.axes[1]), vector3(mesh.axes[2])}};
    for (Vector3& corner : surface.corners) corner = frame.point(corner);
    return surface;
}

}  // namespace

std::map<std::string, DrawnSurface> mesh_surfaces(const SystemSpec& spec, const FileFinder& find_file) {
    const auto meshes = std::count_if(spec.bodies.begin(), spec.bodies.end(),
                                      [](const BodySpec& body) { return body.mesh.has_value(); });
    const std::size_t most = meshes == 0 ? 0 : std::min(most_of_body, most_of_all / meshes);
    if (most < fewest) return {};
    MeshFiles mesh_files;
    std::map<std::string, ReadSurface> files;  // each is read once, however many bodies are made of it
    std::map<std::string, DrawnSurface> surfaces;
    for (const BodySpec& body : spec.bodies) {
        if (!body.mesh) continue;
        const auto [file, is_new] = files.try_emplace(body.mesh->file);
        if (is_new) file->second = surface_in(body.mesh->file, find_file, mesh_files, most);
        if (!file->second.surface || file->second.sha256 != body.mesh->sha256) continue;
        DrawnSurface surface = in_body(*file->second.surface, *body.mesh);
        if (std::all_of(surface.corners.begin(), surface.corners.end(), is_finite))
            surfaces.emplace(body.id, std::move(surface));
    }
    return surfaces;
}

}  // namespace cchnn
