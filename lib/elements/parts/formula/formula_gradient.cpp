#include "elements/parts/formula/formula_gradient.hpp"

namespace cchnn {

template double formula_value(const FormulaProgram& formula, const double* variables);
template void add_formula_gradient(const FormulaProgram& formula, const double* variables, double* gradient);

}  // namespace cchnn
