#pragma once
// The gradient of a formula in double, for code that compiles for no lanes (formula_gradient.hpp).

#include "elements/parts/formula/formula_step.hpp"

namespace cchnn {

// Adds dV/dvariables to `gradient`.
void add_double_gradient(const FormulaProgram& formula, const double* variables, double* gradient);

}  // namespace cchnn
