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
#include <nlohmann/json_fwd.hpp>
#include <string>

#include "elements/parts/reading/findings.hpp"

namespace cchnn {

// The text of a file that a system names by a path relative to its own, with the file's name for messages.
struct NamedText {
    std::string name, text;
};
using FileFinder = std::function<NamedText(const std::string& path)>;

// Changes a document that satisfies the schema. Problems are added to `findings`; the document then holds
// numbers that violate no other rule.
void resolve_meshes(nlohmann::ordered_json& document, const FileFinder& find_file, Findings& findings);

}  // namespace cchnn
