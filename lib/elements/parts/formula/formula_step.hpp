#pragma once
// A formula after it was read: steps that are evaluated in order, each a function of earlier ones. formula.hpp
// reads formulas into steps, formula_gradient.hpp evaluates them. This header is small, since everything that
// describes a system includes it.

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
};
using FormulaStep = FormulaStepOf<Exact>;

template <class C>
struct FormulaProgramOf {
    std::vector<FormulaStepOf<C>> steps;
    int result = 0;  // the step that is the formula
};
using FormulaProgram = FormulaProgramOf<Exact>;

// The formula with its constants in another type.
template <class C, class B>
FormulaProgramOf<C> converted_formula(const FormulaProgramOf<B>& from) {
    FormulaProgramOf<C> made{{}, from.result};
    for (const FormulaStepOf<B>& s : from.steps)
        made.steps.push_back({s.op, s.a, s.b, converted<C>(s.value), s.exponent});
    return made;
}

// The value of a formula. Defined in formula_gradient.hpp, and for double in its source, so that only kernels
// compile the elementary functions of lanes.
template <class Real, class C>
Real formula_value(const FormulaProgramOf<C>& formula, const Real* variables);
// Adds dV/dvariable to `gradient`, one entry for each variable.
template <class Real, class C>
void add_formula_gradient(const FormulaProgramOf<C>& formula, const Real* variables, Real* gradient);

}  // namespace cchnn
