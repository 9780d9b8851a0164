#pragma once
// Systems that travel inside the library.

#include <string>

#include "spec/resolve_meshes.hpp"
#include "spec/system_spec.hpp"

namespace cchnn {

// What a file names: names are not paths, so a built-in system alone. `where` is the place in the file, "suite.json#/tasks/0/system". Throws SpecError with the nearest name there.
SystemSpec builtin_system(const std::string& name, const std::string& where);

// As parse_system(), of a text of systems/, which tests compare with the schema: compiling that takes longer than all
// else of a small system.
SystemSpec parse_builtin_system(const std::string& json_text, const std::string& source, const FileFinder& find_file);

}  // namespace cchnn
