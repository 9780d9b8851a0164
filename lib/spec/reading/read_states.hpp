#pragma once
// Reads the initial conditions of a document that satisfies the schema.

#include <nlohmann/json_fwd.hpp>

#include "elements/parts/reading/findings.hpp"
#include "spec/system_spec.hpp"

namespace cchnn {

// Reads a value that may be drawn: a number, a formula of draws (checked by spec/json/number_formulas.hpp),
// {"normal": ...}, {"uniform": ...}, {"values": ...} or {"choice": ...}, as the schema allows them.
Distribution read_distribution(const nlohmann::ordered_json& value);

// Fills spec.initial_conditions. Dimension and bodies must be read before, because angles place a point mass
// differently from an extended body. Lists of the wrong shape and keys of another kind of body, which the
// struct cannot hold, are reported to `findings`; the struct then holds numbers that violate no other rule.
void read_initial_conditions(const nlohmann::ordered_json& conditions, SystemSpec& spec, Findings& findings);

}  // namespace cchnn
