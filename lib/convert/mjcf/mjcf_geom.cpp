#include "convert/mjcf/mjcf_geom.hpp"

#include <algorithm>

#include "core/nearest_name.hpp"
#include "core/paths/contained_path.hpp"
#include "core/paths/read_file.hpp"

namespace cchnn {
namespace {

const UniformSolid nothing{0, {}};

// A mask of 32 bits.
std::int64_t bits(double number) { return static_cast<std::int64_t>(std::clamp(number, -2147483648.0, 2147483647.0)); }

// Scales a mesh. Scaling by a negative factor mirrors it, which would turn its faces inside out; their corners
// are then reversed.
void scale(SurfaceMesh& mesh, const Vector3& by) {
    for (Vector3& vertex : mesh.vertices)
        for (std::size_t k = 0; k < 3; ++k) vertex[k] *= by[k];
    if (by[0] * by[1] * by[2] < 0)
        for (SurfaceMesh::Face& face : mesh.faces) std::ranges::reverse(face.corners);
}

}  // namespace

// Notes the meshes without reading them: most are shown only, and a file that is not there matters only if its
// mass counts.
MjcfGeoms::MjcfGeoms(const XmlElement& mujoco, const std::filesystem::path& directory, const MjcfSettings& settings,
                     const MjcfDefaults& defaults, bool contacts, Remarks& remarks)
    : directory_(directory), settings_(settings), defaults_(defaults), contacts_(contacts), remarks_(remarks) {
    for (const XmlElement& section : mujoco.children) {
        if (section.tag != "asset") continue;
        for (const XmlElement& asset : section.children) {
            if (asset.tag != "mesh") continue;
            const std::string *name = asset.find("name"), *file = asset.find("file");
            const std::string key = name ? *name : file ? std::filesystem::path(*file).stem().string() : "";
            if (!meshes_.emplace(key, Mesh{&asset}).second)
                remarks_.problem(asset.where, "a second mesh is called '" + key + "'");
        }
    }
}

// A mass that is given goes before a density. Geoms of a group outside 'inertiagrouprange' have none.
MassDistribution MjcfGeoms::mass_of(const XmlElement& geom, const std::string& defaults_class, bool counts,
                                    ModelGeom& collides) {
    Attributes values(geom, remarks_, defaults_.of(defaults_class, geom, remarks_));
    RigidFrame frame = mjcf_frame(values, settings_);
    const double group = values.number("group", 0), density = values.not_negative("density", 1000);
    if (group < settings_.first_group || group > settings_.last_group) counts = false;
    const bool has_mass = values.has("mass");
    const double own_mass = values.not_negative("mass", 0);
    if ((has_mass ? own_mass : density) == 0) counts = false;
    if (values.yes("shellinertia", false) && counts)
        values.lose("shape", "'shellinertia', by which all mass lies on the surface; here it fills the geom");
    const Shape shape = shape_of(values, frame, counts);
    collides = collision_of(values, frame);
    const double mass = has_mass ? own_mass : density * shape.solid.volume;
    values.skip({"name", "class", "material", "rgba", "user", "hfield", "fitscale"});
    values.lose_rest();
    if (mass == 0 || group < settings_.first_group || group > settings_.last_group || shape.solid.volume == 0)
        return {};
    MassDistribution own{mass, {}, {}};
    for (std::size_t i = 0; i < 3; ++i) own.spread[i][i] = mass * shape.solid.spread[i];
    return seen_from(combined(frame, shape.frame), own);
}

// Contacts are lost, unless the model switches them off or this geom meets no other one. Pairs may name it all the same.
ModelGeom MjcfGeoms::collision_of(Attributes& values, const RigidFrame& frame) {
    const std::string name = values.text("name"), type = values.text("type", "sphere");
    const bool fits = type == "sphere" && !values.has("mesh");
    ModelGeom geom{fits              ? ModelGeom::Shape::sphere
                   : type == "plane" ? ModelGeom::Shape::plane
                                     : ModelGeom::Shape::other,
                   name, values.where(), frame};
    const std::vector<double> size = values.numbers("size", 1, 3);
    if (fits && !size.empty()) geom.radius = size[0];
    geom.type = bits(values.number("contype", 1));
    geom.affinity = bits(values.number("conaffinity", 1));
    if (contacts_) {
        geom.condim = values.number("condim", 3);
        geom.priority = values.number("priority", 0);
        geom.soft = values.has("solref") || values.has("solimp");
        geom.reaches_out = values.number("margin", 0) != values.number("gap", 0);
    }
    values.skip({"condim", "priority", "friction", "solmix", "solref", "solimp", "margin", "gap", "surfacevel",
                 "adhesion", "fluidshape", "fluidcoef"});
    const bool is_lost = !contacts_ || geom.shape == ModelGeom::Shape::other;
    if (is_lost && (geom.type != 0 || geom.affinity != 0) && !settings_.is_disabled("contact"))
        values.lose("contact", "collisions of a geom" + (name.empty() ? "" : ", '" + name + "'") +
                                   (contacts_ ? ": it is a " + type + ", but Contacts are of spheres and planes" : ""));
    return geom;
}

// The solid of a geom by MuJoCo's conventions: half lengths, the long axis along z; 'fromto' gives the ends of
// that axis and replaces the frame.
MjcfGeoms::Shape MjcfGeoms::shape_of(Attributes& values, RigidFrame& frame, bool counts) {
    const std::string type = values.text("type", "sphere");
    const bool long_one = type == "capsule" || type == "cylinder", sides = type == "box" || type == "ellipsoid";
    std::vector<double> size = values.numbers("size", 1, 3);
    const std::vector<double> ends = values.numbers("fromto", 6, 6);
    if (type == "plane" || type == "hfield") return {nothing};
    if (type == "mesh") return mesh_shape(values, counts);
    if (type != "sphere" && !long_one && !sides) {
        values.problem("type", "is unknown: '" + type + "'" +
                                   suggestion(type, {"sphere", "capsule", "cylinder", "ellipsoid", "box", "mesh",
                                                     "plane", "hfield"}));
        return {nothing};
    }
    if (values.has("mesh") && !counts) return mesh_shape(values, counts);  // its size is that of the mesh
    if (values.has("mesh")) values.lose("shape", "the fit of a " + type + " to a mesh; its own size is taken");
    if (!ends.empty() && (long_one || sides)) {
        const Vector3 from{ends[0], ends[1], ends[2]}, to{ends[3], ends[4], ends[5]}, along = minus(from, to);
        if (!(length(along) > 0)) values.problem("fromto", "must be two different points");
        else frame = {rotation_to_z(along), times(0.5, plus(from, to))};
        size.resize(std::max<std::size_t>(size.size(), 1));
        if (long_one) size = {size[0], length(along) / 2};
        else size = {size[0], size[0], length(along) / 2};
    }
    const std::size_t wanted = type == "sphere" ? 1 : long_one ? 2 : 3;
    if (size.size() < wanted || std::any_of(size.data(), size.data() + wanted, [](double s) { return !(s > 0); })) {
        values.problem("size", "must have " + std::to_string(wanted) + " numbers > 0 for a " + type);
        return {nothing};
    }
    if (type == "sphere") return {ellipsoid({size[0], size[0], size[0]})};
    if (type == "capsule") return {capsule(size[0], size[1])};
    if (type == "cylinder") return {cylinder(size[0], size[1])};
    return {type == "box" ? box({size[0], size[1], size[2]}) : ellipsoid({size[0], size[1], size[2]})};
}

// The solid of a mesh has its principal axes as frame, which `frame` of the result places in the geom.
MjcfGeoms::Shape MjcfGeoms::mesh_shape(Attributes& values, bool counts) {
    if (!values.require("mesh")) return {nothing};
    const std::string name = values.text("mesh");
    const auto found = meshes_.find(name);
    if (found == meshes_.end()) {
        values.problem("mesh", "is unknown: '" + name + "'" + remarks_.nearest_to(name, meshes_));
        return {nothing};
    }
    if (!counts) return {nothing};
    if (!found->second.read) read_mesh(found->second);
    return {found->second.solid, found->second.frame};
}

// Reads a mesh once, since several geoms may show it.
// A mesh with a problem has no mass, so that reading continues and finds further problems.
void MjcfGeoms::read_mesh(Mesh& mesh) {
    mesh.read = true;
    mesh.solid = nothing;
    Attributes values(*mesh.asset, remarks_, defaults_.of("main", *mesh.asset, remarks_));
    values.require("file");
    const std::string file = values.text("file");
    const Vector3 by = values.vector("scale", {1, 1, 1});
    if (const std::string inertia = values.text("inertia", "exact"); inertia != "exact")
        values.lose("shape", "'inertia' of a mesh, '" + inertia + "'; the mesh's volume is taken exactly");
    for (const char* pose : {"refpos", "refquat"})
        if (!values.text(pose).empty()) values.lose("shape", "'" + std::string(pose) + "', which moves a mesh");
    values.skip({"name", "class", "smoothnormal", "maxhullvert", "user", "content_type", "material", "texcoord",
                 "normal", "octree_maxdepth"});
    values.lose_rest();
    if (by[0] == 0 || by[1] == 0 || by[2] == 0) return values.problem("scale", "must not be 0");
    if (!has_ending(file, ".obj") && !has_ending(file, ".stl") && !has_ending(file, ".ply"))
        return values.problem("file", "must be an OBJ, STL or PLY file, got '" + file +
                                          "'; save the mesh as one, or give the body <inertial>");
    try {
        const std::string name = (std::filesystem::path(settings_.mesh_directory) / file).string();
        const std::filesystem::path path = contained_path(directory_, name);
        auto found = solids_.find({path, by});
        if (found == solids_.end()) {
            files_.require_room(path.string());
            SurfaceMesh surface = files_.read(read_file(path, "a mesh", most_mesh_bytes), path.string());
            scale(surface, by);
            found = solids_.emplace(std::pair{path, by}, solid_inside(surface)).first;
        }
        const Solid& solid = found->second;
        mesh.solid = {solid.volume, solid.second_moments};
        mesh.frame = {from_columns(solid.axes[0], solid.axes[1], solid.axes[2]), solid.centre_of_mass};
    } catch (const Error& error) {
        for (const Problem& problem : error.problems()) remarks_.problem(values.where(), to_text({problem}));
    }
}

}  // namespace cchnn
