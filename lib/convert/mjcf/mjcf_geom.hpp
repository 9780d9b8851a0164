#pragma once
// The mass and the collisions of MJCF geoms: spheres, capsules, cylinders, ellipsoids, boxes, and meshes in OBJ or STL files
// beside the model.

#include <filesystem>
#include <map>
#include <string>

#include "convert/mass_distribution.hpp"
#include "convert/mjcf/mjcf_settings.hpp"
#include "convert/robot_model.hpp"
#include "mesh/mesh_files.hpp"
#include "mesh/solid.hpp"

namespace cchnn {

// Knows the meshes of the model by name, and reads each at most once.
class MjcfGeoms {
  public:
    MjcfGeoms(const XmlElement& mujoco, const std::filesystem::path& directory, const MjcfSettings& settings,
              const MjcfDefaults& defaults, bool contacts, Remarks& remarks);

    // The mass of a geom in the frame of its body; none for planes, height fields and excluded groups. Its collisions are
    // a loss without `contacts`, or if its shape has none. If `counts` is false, the mass of the body comes from elsewhere
    // or does not matter: then no mesh is read, and a mesh has no mass. `collides` is set to what collides.
    MassDistribution mass_of(const XmlElement& geom, const std::string& defaults_class, bool counts,
                             ModelGeom& collides);

  private:
    struct Mesh {
        const XmlElement* asset;
        bool read = false;
        UniformSolid solid{};  // about its centre, in its principal axes
        RigidFrame frame{};    // of these in the mesh's coordinates
    };
    struct Shape {
        UniformSolid solid;
        RigidFrame frame{};  // of the solid in the geom's
    };
    Shape shape_of(Attributes& values, RigidFrame& frame, bool counts);
    Shape mesh_shape(Attributes& values, bool counts);
    void read_mesh(Mesh& mesh);
    ModelGeom collision_of(Attributes& values, const RigidFrame& frame);

    std::filesystem::path directory_;
    const MjcfSettings& settings_;
    const MjcfDefaults& defaults_;
    const bool contacts_;
    Remarks& remarks_;
    std::map<std::string, Mesh> meshes_;
    MeshFiles files_;
    std::map<std::pair<std::filesystem::path, Vector3>, Solid>
        solids_;  // by file and scale, which many assets may share
};

}  // namespace cchnn
