#pragma once
// Derivatives of formulas, as formulas: of a formula of t, and of one of coordinates along velocities. And the value of
// a formula of t in 106 bits.

#include "elements/parts/formula/formula_step.hpp"

namespace cchnn {

FormulaProgram time_derivative(const FormulaProgram& formula);
// sum_i dphi/dx_i v_i + dphi/dt as a formula of (x, v, t), `coordinates` numbers each and one. Its first steps are those of phi.
FormulaProgram rate_along(const FormulaProgram& phi, int coordinates);
Exact exact_value(const FormulaProgram& formula, double t);

}  // namespace cchnn
