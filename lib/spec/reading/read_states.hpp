#pragma once
// Reads the initial conditions of a document that satisfies the schema.

#include <nlohmann/json_fwd.hpp>

#include "elements/parts/reading/findings.hpp"
#include "spec/system_spec.hpp"

namespace cchnn {

// Fills spec.initial_conditions. Dimension and bodies must be read before, because angles place a point mass
// differently from an extended body. Lists of the wrong shape and keys of another kind of body, which the
// struct cannot hold, are reported to `findings`; the struct then holds numbers that violate no other rule.
void read_initial_conditions(const nlohmann::ordered_json& conditions, SystemSpec& spec, Findings& findings);

}  // namespace cchnn
