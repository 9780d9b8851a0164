#pragma once
// Systems that are compiled into the library from systems/.

#include <string>

#include "spec/resolve_meshes.hpp"
#include "spec/system_spec.hpp"

namespace cchnn {

// The built-in system that a file refers to by name. Such a name is never a path: a file must not choose what
// else is read. `where` is the place in the file, "suite.json#/tasks/0/system". Throws SpecError with the
// nearest name there.
SystemSpec builtin_system(const std::string& name, const std::string& where);

// As parse_system(), for a text of systems/. The schema is not checked, because tests have done it, and
// compiling the schema takes longer than everything else that a small system needs.
SystemSpec parse_builtin_system(const std::string& json_text, const std::string& source, const FileFinder& find_file);

}  // namespace cchnn
