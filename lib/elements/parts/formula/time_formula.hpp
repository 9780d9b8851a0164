#pragma once
// A formula of t, for an input (parts/input.hpp; schemas/system/inputs.md): numbers, pi, t, + - * / and
// brackets, ^ with a whole number, sin cos exp log sqrt tanh.

#include <memory>
#include <string>

#include "elements/parts/formula/formula_step.hpp"

namespace cchnn {

// The time as an input of a Lagrangian, by this id and formula.
inline constexpr const char* time_name = "t";

// Throws NumberFormulaError for a text that is no formula.
std::shared_ptr<const FormulaProgram> time_formula(const std::string& text);

}  // namespace cchnn
