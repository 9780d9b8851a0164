#pragma once
// What bodies look like that were given as meshes, where the files are at hand: a dataset holds their numbers alone.

#include <map>
#include <string>

#include "mesh/drawn_surface.hpp"
#include "spec/resolve_meshes.hpp"
#include "spec/system_spec.hpp"

namespace cchnn {

// The files that a system may name, a built-in one or a path as load_system takes it: those beside it.
FileFinder files_beside_system(const std::string& name_or_path);

// By the body's id, in coordinates along its principal axes from its centre of mass. Bodies are left out whose file is
// not there, is not the one that their numbers came from (sha256), or bounds no solid; all, where there are more than 59.
std::map<std::string, DrawnSurface> mesh_surfaces(const SystemSpec& spec, const FileFinder& find_file);

}  // namespace cchnn
