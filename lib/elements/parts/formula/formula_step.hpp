#pragma once
// A formula after it was read: steps that are evaluated in order, each a function of earlier ones. formula.hpp
// reads formulas into steps, formula_gradient.hpp evaluates them. This header is small, since everything that
// describes a system includes it.

#include <tuple>
#include <vector>

#include "elements/parts/constants.hpp"

namespace cchnn {

enum class FormulaOperation {
    constant,
    parameter,
    add,
    subtract,
    multiply,
    divide,
    negate,
    power,
    sin,
    cos,
    exp,
    sqrt,
    tanh,
    log
};

// A step whose constant is a number in C (constants.hpp).
template <class C>
struct FormulaStepOf {
    using Op = FormulaOperation;
    Op op = Op::constant;
    int a = -1, b = -1;  // earlier steps
    C value = C(0.0);    // constant
    int exponent = 0;    // power; parameter: which of the variables; constant: 0, or it follows from names
    bool operator==(const FormulaStepOf&) const = default;

    static constexpr auto members = std::tuple(&FormulaStepOf::op, &FormulaStepOf::a, &FormulaStepOf::b,
                                               &FormulaStepOf::value, &FormulaStepOf::exponent);
};
using FormulaStep = FormulaStepOf<Exact>;

template <class C>
struct FormulaProgramOf {
    std::vector<FormulaStepOf<C>> steps;
    int result = 0;  // the step that is the formula

    static constexpr auto members = std::tuple(&FormulaProgramOf::steps, &FormulaProgramOf::result);
};
using FormulaProgram = FormulaProgramOf<Exact>;

// A constraint phi(x) = 0, or a(x) . v = 0 on velocities alone, as a formula of the coordinates x and velocities v:
//   (1)  rate(x, v) = dphi/dx . v, or a . v         linear in v
// Its gradient with respect to v is the row of the Jacobian, and that with respect to x is d(G v)/dx. Its variables are
// all coordinates, then as many velocities.
template <class C>
struct EquationOf {
    FormulaProgramOf<C> rate;
    int value = -1;  // the step of `rate` that is phi; none: on velocities alone

    static constexpr auto members = std::tuple(&EquationOf::rate, &EquationOf::value);
};
using Equation = EquationOf<Exact>;

// The value of a formula. Defined in formula_gradient.hpp, and for double in its source, so that only kernels
// compile the elementary functions of lanes.
template <class Real, class C>
Real formula_value(const FormulaProgramOf<C>& formula, const Real* variables);
// Adds dV/dvariable to `gradient`, one entry for each variable.
template <class Real, class C>
void add_formula_gradient(const FormulaProgramOf<C>& formula, const Real* variables, Real* gradient);
// The row dphi/dx of an equation on positions, of its coordinates alone, or the gradient of the rate with respect to all
// variables of an equation on velocities, whose second half is a(x); either is added to `row`. Returns phi, or 0. `values`
// and `back` have an entry for each step of the rate.
template <class Real, class C>
Real add_equation_row(const EquationOf<C>& equation, const Real* variables, Real* row, Real* values, Real* back);
// The gradient of the rate with respect to all variables, added to `gradient`. `values` are those of add_equation_row()
// at the same coordinates: the steps of phi are not taken again.
template <class Real, class C>
void add_rate_gradient(const EquationOf<C>& equation, const Real* variables, Real* gradient, Real* values, Real* back);

}  // namespace cchnn
