#pragma once
// Surfaces for drawing bodies that were given as meshes, if the mesh files are available: a dataset contains
// only the numbers that follow from them.

#include <map>
#include <string>

#include "mesh/drawn_surface.hpp"
#include "spec/resolve_meshes.hpp"
#include "spec/system_spec.hpp"

namespace cchnn {

// Finds the files that a system may name. The system is given as for load_system: a built-in name or a path.
FileFinder files_beside_system(const std::string& name_or_path);

// Surfaces by the id of the body, in coordinates along its principal axes from its centre of mass. A body is
// left out if its file is missing, is not the one that its numbers came from (sha256), or bounds no solid. All
// are left out if there are more than 59.
std::map<std::string, DrawnSurface> mesh_surfaces(const SystemSpec& spec, const FileFinder& find_file);

}  // namespace cchnn
