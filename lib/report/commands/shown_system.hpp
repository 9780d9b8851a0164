#pragma once
// What `cchnn-gen show --facts` writes: the numbers behind the text of show, for programs
// (schemas/commands.md).

#include <string>

#include "model/compiled_system.hpp"

namespace cchnn {

// The facts of listed_systems.hpp, then numbers of nodes and state entries, the rows of Phi (which are
// independent, and whether they constrain positions or velocities), conserved quantities, the mass matrix
// (nodes by nodes, the same for every axis) and the generalised coordinates, or the reason why there are none.
std::string shown_system_json(const CompiledSystem& compiled);

}  // namespace cchnn
