#pragma once
// What else than values there is of a formula in double, for code that compiles for no lanes (formula_gradient.hpp).

#include <cstddef>

#include "elements/parts/formula/formula_step.hpp"

namespace cchnn {

// Adds dV/dvariables to `gradient`.
void add_double_gradient(const FormulaProgram& formula, const double* variables, double* gradient);

// Whether an equation of n coordinates is no polynomial of them.
bool is_rough(const EquationOf<double>& equation, std::size_t n);
// How much of phi may stay unseen between two states, coordinates and then velocities, on their cubic path of `length` s
// (numbers/step_range.hpp), with 2^-7 of the longest way of a coordinate to every side.
double unseen_between(const EquationOf<double>& equation, std::size_t n, const double* from, const double* to,
                      double length);

}  // namespace cchnn
