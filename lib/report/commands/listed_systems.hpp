#pragma once
// The facts of a compiled system as JSON, for `list`, `check`, `show` and the program of facts
// (apps/cchnn-gen/facts); schemas/commands.md defines the members.

#include <array>
#include <string>
#include <vector>

#include "model/compiled_system.hpp"

namespace cchnn {

// Name, title, description, dimension, numbers of bodies, constraints, independent constraints (rank) and
// degrees of freedom, names of the conserved quantities, dt and the number of samples. Bodies that are fixed
// (Origin) are not counted.
std::string system_facts_json(const CompiledSystem& compiled);

// The cells that `list` prints of these facts: dimension, bodies, constraints, degrees of freedom, title. They
// are read from the JSON, so that text and JSON cannot differ.
std::array<std::string, 5> listed_cells(const std::string& facts);

// A group of built-in systems as `list` shows it; `systems` holds their facts as JSON.
struct ListedGroup {
    std::string name, what;  // "benchmarks", "problems with printed or exact answers"
    std::vector<std::string> systems{};
};
std::string group_json(const ListedGroup& group);

// What `cchnn-gen show --facts` writes, the numbers behind the text of show: system_facts_json(), then numbers of nodes and state entries, the rows of Phi (which are
// independent, and whether they constrain positions or velocities), conserved quantities, the mass matrix
// (nodes by nodes, the same for every axis) and the generalised coordinates, or the reason why there are none.
std::string shown_system_json(const CompiledSystem& compiled);

}  // namespace cchnn
