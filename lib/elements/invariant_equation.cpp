#include "elements/invariant_equation.hpp"

#include "core/to_size.hpp"
#include "elements/parts/formula/formula.hpp"

namespace cchnn {

InvariantEquation invariant_equation(const std::string& text, const EquationSpec& spec,
                                     const std::vector<Point>& points, int dimension) {
    const std::vector<FormulaVariable> variables = spec.names.empty()
                                                       ? formula_variables(count_of(spec.points), dimension, true)
                                                       : formula_variables(spec.names, true);
    try {
        return {equation_of(formula_of(text, spec.constants, variables), variables, points, dimension), ""};
    } catch (const FormulaError& error) {
        return {nullptr, error.what()};
    }
}

}  // namespace cchnn
