#include "spec/resolve_meshes.hpp"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>

#include "core/errors.hpp"
#include "core/sha256.hpp"
#include "elements/parts/reading/optional_value.hpp"
#include "mesh/mesh_files.hpp"
#include "mesh/solid.hpp"

namespace cchnn {
namespace {

using Json = nlohmann::ordered_json;

// Replaces what a system says in terms of meshes by numbers: mass and moments of bodies, points and axes. A
// system that was resolved once (it has the mesh's SHA-256) is read without the mesh.
class Resolver {
  public:
    Resolver(const FileFinder& find_file, Findings& findings) : find_file_(find_file), findings_(findings) {}

    // Bodies first, since points and axes are converted by the frames of their meshes.
    void run(Json& document) {
        std::size_t i = 0;
        for (Json& body : document.at("bodies")) {
            const std::string pointer = child("/bodies", i++);
            if (!body.contains("mesh")) continue;
            resolve_body(body, pointer);
            const Json& mesh = body.at("mesh");
            frames_.insert_or_assign(body.at("id").get<std::string>(),
                                     MeshFrame{mesh.at("scale"), mesh.at("centre_of_mass"), mesh.at("axes")});
        }
        for (const char* list : {"constraints", "potentials", "damping", "contacts"})
            if (document.contains(list)) resolve_points(document.at(list), child("", list));
        if (document.contains("constraints")) resolve_axes(document.at("constraints"));
    }

  private:
    // ordered_json keeps the keys of an object in a list, so adding one moves the others: no reference is kept
    // across that.
    void resolve_body(Json& body, const std::string& pointer) {
        if (body.at("mesh").contains("sha256")) return check_resolved(body, pointer);
        check_given(body, pointer);
        Solid solid{1, {}, {1, 1, 1}, {{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}}};  // in place of one that cannot be read
        std::string sha256;
        try {
            const ReadMesh& read = mesh_in(body.at("mesh").at("file"));
            solid = read.solid;
            sha256 = read.sha256;
        } catch (const IoError& error) {
            for (const Problem& problem : error.problems())
                findings_.add(child(child(pointer, "mesh"), "file"), to_text({problem}));
        } catch (const SpecError& error) {
            findings_.problems.insert(findings_.problems.end(), error.problems().begin(), error.problems().end());
        }
        write(body, solid, sha256);
    }
    // A mesh file that was read; once, however many bodies use it.
    struct ReadMesh {
        Solid solid;
        std::string sha256;
    };
    const ReadMesh& mesh_in(const std::string& path) {
        const std::filesystem::path plain = std::filesystem::path(path).lexically_normal();
        if (const auto found = meshes_.find(plain); found != meshes_.end()) return found->second;
        files_.require_room(path);
        const NamedText file = find(path);
        ReadMesh read{solid_inside(files_.read(file.text, file.name)), sha256_of_text(file.text)};
        return meshes_.emplace(plain, std::move(read)).first->second;
    }
    NamedText find(const std::string& path) const {
        if (find_file_) return find_file_(path);
        throw IoError("'" + path + "'", "cannot be looked for: this text does not come from a file on disk");
    }
    // Volumes scale with the third power and second moments per mass with the second. A mass that the file
    // gives counts; otherwise it is density times volume.
    static void write(Json& body, Solid solid, const std::string& sha256) {
        Json mesh = body.at("mesh");
        const double scale = optional_value(mesh, "scale", 1.0), density = optional_value(mesh, "density", 1.0);
        for (double& moment : solid.second_moments) moment *= scale * scale;
        for (double& entry : solid.centre_of_mass) entry *= scale;
        const double volume = solid.volume * scale * scale * scale;
        mesh["scale"] = scale;
        mesh["sha256"] = sha256;
        mesh["volume"] = volume;
        mesh["centre_of_mass"] = solid.centre_of_mass;
        mesh["axes"] = solid.axes;
        body["mesh"] = mesh;
        if (!body.contains("mass")) body["mass"] = density * volume;
        body["second_moments"] = solid.second_moments;
    }

    // Checks the keys of a mesh that is to be read.
    void check_given(Json& body, const std::string& pointer) {
        for (const char* key : {"second_moments", "inertia"}) {
            if (!body.contains(key)) continue;
            findings_.add(child(pointer, key), "follows from the mesh: leave it out, or leave out 'mesh'");
            body.erase(key);
        }
        for (const char* key : {"volume", "centre_of_mass", "axes"})
            if (body.at("mesh").contains(key))
                findings_.add(child(child(pointer, "mesh"), key),
                              "is written by cchnn-gen together with 'sha256': leave it out, the file gives it");
        const bool has_mass = body.contains("mass"), has_density = body.at("mesh").contains("density");
        if (has_mass && has_density)
            findings_.add(child(pointer, "mass"),
                          "'mass' and the mesh's 'density' determine the same number: remove one");
        if (!has_mass && !has_density) findings_.add(pointer, "needs a 'mass', or a 'density' inside 'mesh'");
    }
    // Checks the keys of a mesh that was read before: its numbers count, and the file is not read.
    void check_resolved(Json& body, const std::string& pointer) {
        const std::string mesh_pointer = child(pointer, "mesh");
        const std::string again = "; or leave out 'sha256' to read the file again";
        Json mesh = body.at("mesh");
        const auto need = [&](Json& object, const char* key, const std::string& where, const Json& stand_in) {
            if (object.contains(key)) return;
            findings_.add(where, std::string("key '") + key + "' is missing beside 'sha256'" + again);
            object[key] = stand_in;
        };
        const bool complete = body.contains("mass") && mesh.contains("volume");
        need(body, "mass", pointer, 1.0);
        need(body, "second_moments", pointer, Json::array({1.0, 1.0, 1.0}));
        need(mesh, "volume", mesh_pointer, 1.0);
        need(mesh, "centre_of_mass", mesh_pointer, Json::array({0.0, 0.0, 0.0}));
        need(mesh, "axes", mesh_pointer, std::array<Vector3, 3>{{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}});
        if (!mesh.contains("scale")) mesh["scale"] = 1.0;
        body["mesh"] = mesh;
        if (complete && mesh.contains("density") && body.at("mass").is_number())
            check_density(body, mesh, mesh_pointer, again);
        if (!body.contains("inertia")) return;
        findings_.add(child(pointer, "inertia"), "follows from the mesh: leave it out");
        body.erase("inertia");
    }
    // A resolved mesh may keep its density, which then must agree with the mass up to rounding.
    void check_density(const Json& body, const Json& mesh, const std::string& pointer, const std::string& again) {
        const double mass = body.at("mass"),
                     product = mesh.at("density").get<double>() * mesh.at("volume").get<double>();
        if (std::fabs(product - mass) > 1e-12 * mass)
            findings_.add(child(pointer, "density"),
                          "times 'volume' is " + number_text(product) + ", but 'mass' is " + number_text(mass) + again);
    }

    // Resolves every {"body", "mesh_point"} at any depth.
    void resolve_points(Json& value, const std::string& pointer) {
        if (value.is_object() && value.contains("mesh_point")) return resolve_point(value, pointer);
        if (!value.is_structured()) return;
        for (const auto& [key, inner] : value.items()) resolve_points(inner, child(pointer, key));
    }
    void resolve_point(Json& end, const std::string& pointer) {
        const Vector3 given = end.at("mesh_point");
        const MeshFrame* frame = frame_of(end.at("body"), child(pointer, "mesh_point"), "'point'");
        end.erase("mesh_point");
        end["point"] = frame ? frame->point(given) : given;
    }
    // An axis may be given along a mesh, once for each of the two bodies.
    void resolve_axes(Json& constraints) {
        for (std::size_t i = 0; i < constraints.size(); ++i) {
            Json& constraint = constraints[i];
            if (!constraint.contains("axis") || !constraint.contains("between")) continue;
            const std::string pointer = child(child("/constraints", i), "axis");
            for (std::size_t k = 0; k < constraint.at("axis").size(); ++k) {
                Json& axis = constraint.at("axis").at(k);
                if (!axis.is_object()) continue;
                const Json& end = constraint.at("between").at(k);
                const std::string axis_pointer = child(child(pointer, k), "mesh_axis");
                const std::vector<double> given = axis.at("mesh_axis");
                findings_.check_unit(axis_pointer, given);
                const MeshFrame* frame =
                    frame_of(end.is_string() ? end : end.at("body"), axis_pointer, "its unit vector as a list");
                axis = frame ? Json(frame->direction({given[0], given[1], given[2]})) : Json(given);
            }
        }
    }
    // Null, with a problem, if the body has no mesh.
    const MeshFrame* frame_of(const Json& body, const std::string& pointer, const std::string& instead) {
        const auto found = frames_.find(body.get<std::string>());
        if (found != frames_.end()) return &found->second;
        findings_.add(pointer, "'" + body.get<std::string>() + "' has no mesh: give " + instead);
        return nullptr;
    }

    const FileFinder& find_file_;
    Findings& findings_;
    std::map<std::string, MeshFrame> frames_{};
    MeshFiles files_{};
    std::map<std::filesystem::path, ReadMesh> meshes_{};  // by the name in the system's file
};

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
    return std::ranges::all_of(point, [](double entry) { return std::isfinite(entry); });
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

void resolve_meshes(Json& document, const FileFinder& find_file, Findings& findings) {
    Resolver(find_file, findings).run(document);
}

std::map<std::string, DrawnSurface> mesh_surfaces(const SystemSpec& spec, const FileFinder& find_file) {
    const auto meshes = std::ranges::count_if(spec.bodies, [](const BodySpec& body) { return body.mesh.has_value(); });
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
        if (std::ranges::all_of(surface.corners, is_finite)) surfaces.emplace(body.id, std::move(surface));
    }
    return surfaces;
}

}  // namespace cchnn
