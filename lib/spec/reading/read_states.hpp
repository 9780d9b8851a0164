#pragma once
// Initial conditions of a document that the schema allows.

#include <nlohmann/json_fwd.hpp>

#include "elements/parts/reading/findings.hpp"
#include "spec/system_spec.hpp"

namespace cchnn {

// Into spec.initial_conditions; dimension and bodies are already read, because angles place a point mass otherwise than
// an extended body. What the struct cannot hold, lists of the wrong shape and keys of the other kind of body, goes to
// `findings`, and the struct then holds numbers that break no other rule.
void read_initial_conditions(const nlohmann::ordered_json& conditions, SystemSpec& spec, Findings& findings);

}  // namespace cchnn
