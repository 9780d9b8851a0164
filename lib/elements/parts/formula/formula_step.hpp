#pragma once
// A formula after it was read: steps that are evaluated in order, each a function of earlier ones. formula.hpp
// reads formulas into steps, formula_gradient.hpp evaluates them. This header is small, since everything that
// describes a system includes it.

#include <vector>

#include "numbers/exact.hpp"

namespace cchnn {

struct FormulaStep {
    enum class Op {
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
    } op = Op::constant;
    int a = -1, b = -1;  // earlier steps
    Exact value = 0.0;   // constant
    int exponent = 0;    // power; parameter: which of the variables
    bool operator==(const FormulaStep&) const = default;
};

struct FormulaProgram {
    std::vector<FormulaStep> steps;
    int result = 0;  // the step that is the formula
};

// The value of a formula. Defined in formula_gradient.hpp, and for double in its source, so that only kernels
// compile the elementary functions of lanes.
template <class Real>
Real formula_value(const FormulaProgram& formula, const Real* variables);
// Adds dV/dvariable to `gradient`, one entry for each variable.
template <class Real>
void add_formula_gradient(const FormulaProgram& formula, const Real* variables, Real* gradient);

}  // namespace cchnn
