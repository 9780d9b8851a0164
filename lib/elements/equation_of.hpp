#pragma once
// Equations of points from formulas, as constraints and rims have them; formula_constraint.cpp has the function.

#include <memory>
#include <vector>

#include "elements/parts/bodies.hpp"
#include "elements/parts/formula/point_formula.hpp"

namespace cchnn {

// A formula of the variables of so many points, with velocities or without, in coordinates of those that move. One that moves in
// time has it among its variables, whether it names it or not.
std::shared_ptr<const Equation> equation_of(const Formulas& formulas, const std::vector<FormulaVariable>& variables,
                                            const std::vector<Point>& points, int dimension, bool in_time = false);

}  // namespace cchnn
