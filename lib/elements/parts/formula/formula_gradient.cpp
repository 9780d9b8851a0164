#include "elements/parts/formula/formula_gradient.hpp"

#include <cmath>

#include "elements/parts/formula/double_gradient.hpp"
#include "numbers/degree.hpp"
#include "numbers/step_range.hpp"

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

bool is_rough(const EquationOf<double>& equation, std::size_t n) {
    const std::vector<Degree> variables(2 * n + 1, Degree::variable());
    return !std::isfinite(formula_value(equation.rate, variables.data()).degree);
}

double unseen_between(const EquationOf<double>& equation, std::size_t n, const double* from, const double* to,
                      double length) {
    std::vector<StepRange> path;
    double reach = 0;
    for (std::size_t i = 0; i < n; ++i) {
        path.push_back(StepRange::cubic(from[i], length * from[n + i], to[i], length * to[n + i]));
        reach = std::max(reach, path.back().reach());
    }
    for (StepRange& coordinate : path) coordinate.add_rest(0x1p-7 * reach, 0);
    const auto steps = static_cast<std::size_t>(equation.value) + 1;
    StepRange* const values = formula_work<StepRange>(steps);
    evaluate_steps(equation.rate, 0, steps, path.data(), values);
    return values[steps - 1].unseen;
}

}  // namespace cchnn
