#pragma once
// What `list` says of each built-in system, by name: computed when the program is built (facts/main.cpp), since
// compiling all of these systems takes ten times as long as anything else that `list` does.

#include <map>
#include <string>

namespace cchnn {

const std::map<std::string, std::string>& builtin_facts();  // JSON: report/commands/listed_systems.hpp

}  // namespace cchnn
