#pragma once
// Formulas where the schema has numbers: a constant one becomes its number, so that whatever comes after, and what is
// stored, knows numbers alone; one of draws stays a text where the schema allows it.
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

// Changes a system's document, which may break any rule of the schema. A text with a problem stays.
std::vector<Problem> evaluate_formulas(nlohmann::ordered_json& document, const std::string& source);

}  // namespace cchnn
