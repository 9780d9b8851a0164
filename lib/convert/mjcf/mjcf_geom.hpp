#pragma once
// The mass of MJCF geoms: spheres, capsules, cylinders, ellipsoids, boxes, and meshes of an OBJ or STL file beside
// the model.

#include <filesystem>
#include <map>
#include <string>

#include "convert/mass_distribution.hpp"
#include "convert/mjcf/mjcf_settings.hpp"

namespace cchnn {

class MjcfGeoms {
  public:
    MjcfGeoms(const XmlElement& mujoco, const std::filesystem::path& directory, const MjcfSettings& settings,
              const MjcfDefaults& defaults, Remarks& remarks);

    // In the frame of its body; without mass: planes, height fields, groups that are left out. That it meets other geoms
    // is a loss. Where `counts` is false the mass of its body comes from elsewhere or moves nothing: no mesh is read
    // then, and what has the shape of one has no mass.
    MassDistribution mass_of(const XmlElement& geom, const std::string& defaults_class, bool counts);

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
    void tell_contact(Attributes& values);

    std::filesystem::path directory_;
    const MjcfSettings& settings_;
    const MjcfDefaults& defaults_;
    Remarks& remarks_;
    std::map<std::string, Mesh> meshes_;
};

}  // namespace cchnn
