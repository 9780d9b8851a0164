#pragma once
// The ablation of constraints (paper, B.3 and fig. 10a): a system without some of its constraints, whose rollout shows
// what these contribute. `cchnn-gen rollout` integrates it.

#include <string>
#include <vector>

#include "graph/body_graph.hpp"

namespace cchnn {

// Names of the file's constraints, as `cchnn-gen show` prints them: "Link bob2-bob3", "Joint pivot-top".
std::vector<std::string> constraint_names(const SystemSpec& spec);

// The system without the named constraints, and without its declared conserved quantities, which may have depended on
// them. Throws UsageError for unknown names, each with the nearest name of the system.
SystemSpec without_constraints(const SystemSpec& spec, const std::vector<std::string>& names);

}  // namespace cchnn
