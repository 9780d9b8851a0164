#include "elements/parts/formula/formula_gradient.hpp"

#include "elements/parts/formula/double_gradient.hpp"

namespace cchnn {

template double formula_value(const FormulaProgram& formula, const double* variables);
template double formula_value(const FormulaProgramOf<double>& formula, const double* variables);
template void add_formula_gradient(const FormulaProgram& formula, const double* variables, double* gradient);
template void add_formula_gradient(const FormulaProgramOf<double>& formula, const double* variables, double* gradient);
template double add_equation_row(const Equation& equation, const double* variables, double* row, double* values,
                                 double* back);
template double add_equation_row(const EquationOf<double>& equation, const double* variables, double* row,
                                 double* values, double* back);
template void add_rate_gradient(const EquationOf<double>& equation, const double* variables, double* gradient,
                                double* values, double* back);

void add_double_gradient(const FormulaProgram& formula, const double* variables, double* gradient) {
    add_formula_gradient(formula, variables, gradient);
}

}  // namespace cchnn
