#pragma once
// The derivative of a formula of t, as a formula, and its value in 106 bits.

#include "elements/parts/formula/formula_step.hpp"

namespace cchnn {

FormulaProgram time_derivative(const FormulaProgram& formula);
Exact exact_value(const FormulaProgram& formula, double t);

}  // namespace cchnn
