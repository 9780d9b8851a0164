#pragma once
// A system that a file names: names are not paths, so a built-in one alone.

#include <string>

#include "spec/system_spec.hpp"

namespace cchnn {

// `where` is the place in the file, "suite.json#/tasks/0/system". Throws SpecError with the nearest name there.
SystemSpec builtin_system(const std::string& name, const std::string& where);

}  // namespace cchnn
