#pragma once
// A system that lets go of some of its constraints, to see what they are worth (paper, B.3 and fig. 10a).

#include <string>
#include <vector>

#include "graph/body_graph.hpp"

namespace cchnn {

// Names of the file's constraints, as `cchnn-gen show` prints them: "Link bob2-bob3", "Joint pivot-top".
std::vector<std::string> constraint_names(const SystemSpec& spec);

// Without the named constraints, and without declared conserved quantities, which may have depended on them. Throws
// UsageError: an unknown name, with the nearest one.
SystemSpec without_constraints(const SystemSpec& spec, const std::vector<std::string>& names);

}  // namespace cchnn
