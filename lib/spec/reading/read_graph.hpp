#pragma once
// Bodies, constraints, potentials and damping of a document that the schema allows.

#include <nlohmann/json_fwd.hpp>

#include "elements/parts/reading/findings.hpp"
#include "spec/system_spec.hpp"

namespace cchnn {

// Into spec.bodies, .constraints, .potentials, .damping; spec.dimension is already read. A rule that cannot be checked
// on the struct is checked here, into `findings`: the struct then holds numbers that break no other rule.
//   "inertia" of an Obj3D, principal moments I:  lambda_i = (I_j + I_k - I_i) / (2 m)  [m^2], all > 0
void read_graph(const nlohmann::ordered_json& document, SystemSpec& spec, Findings& findings);

}  // namespace cchnn
