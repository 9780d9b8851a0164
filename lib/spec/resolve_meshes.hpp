#pragma once
// Replaces meshes by numbers before a document is read, so that the text stored in a dataset needs no other
// file.
//
//   {"id": "top", "type": "Obj3D", "mesh": {"file": "top.obj", "scale": 0.001, "density": 700}}
//
// gets mass = density volume (or keeps the "mass" beside the mesh), second_moments, and inside "mesh" where
// they come from: sha256 of the file, volume, centre_of_mass and axes (lib/mesh/solid.hpp; in the file's unit
// of length, after scale). A mesh that already has a sha256 only gets the default scale, and no file is read for it.
//
// Points and directions in the coordinates of the mesh, c scaled, become those of the body:
//
//   {"body": "top", "mesh_point": c}  ->  {"body": "top", "point": axes (scale c - centre_of_mass)}
//   "axis": [{"mesh_axis": u}, ...]   ->  "axis": [axes u, ...]        axes: rows are principal axes

#include <functional>
#include <map>
#include <nlohmann/json_fwd.hpp>
#include <string>

#include "elements/parts/reading/findings.hpp"
#include "mesh/drawn_surface.hpp"
#include "spec/system_spec.hpp"

namespace cchnn {

// The text of a file that a system names by a path relative to its own, with the file's name for messages.
struct NamedText {
    std::string name, text;
};
using FileFinder = std::function<NamedText(const std::string& path)>;

// Changes a document that satisfies the schema. Problems are added to `findings`; the document then holds
// numbers that violate no other rule.
void resolve_meshes(nlohmann::ordered_json& document, const FileFinder& find_file, Findings& findings);

// Surfaces for drawing bodies that were given as meshes, if the mesh files are available: a dataset contains
// only the numbers that follow from them.

// Finds the files that a system may name. The system is given as for load_system: a built-in name or a path.
FileFinder files_beside_system(const std::string& name_or_path);

// Surfaces by the id of the body, in coordinates along its principal axes from its centre of mass. A body is
// left out if its file is missing, is not the one that its numbers came from (sha256), or bounds no solid. All
// are left out if there are more than 59.
std::map<std::string, DrawnSurface> mesh_surfaces(const SystemSpec& spec, const FileFinder& find_file);

}  // namespace cchnn
