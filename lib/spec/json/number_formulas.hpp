#pragma once
// Evaluates formulas in places where the schema has numbers. A constant formula is replaced by its number, so
// that later passes and stored files contain only numbers. A formula of draws remains a text, if the schema
// allows a text there.
//
//   "length": "sqrt(2)"   ->  "length": 1.4142135623730951
//   "angle": "r*cos(phi)"     stays, with "draws": {"r": ..., "phi": ...}
//
//   a.json#/bodies/0/mass: must be a number or a formula, got "hard": column 1: unknown name 'hard'; known: pi, ...

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "core/errors.hpp"

namespace cchnn {

// Changes the document of a system, which may still violate the schema. A text with a problem is left
// unchanged.
std::vector<Problem> evaluate_formulas(nlohmann::ordered_json& document, const std::string& source);

}  // namespace cchnn
