#pragma once
// What a formula is once it is read: steps that are evaluated one after the other, each a function of earlier ones.
// Light: everything that describes a system includes it. formula.hpp reads them, formula_gradient.hpp evaluates them.

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

// Defined in formula_gradient.hpp, for double in its source: kernels alone see the elementary functions of lanes.
template <class Real>
Real formula_value(const FormulaProgram& formula, const Real* variables);
// dV/dvariable added to `gradient`, one entry a variable.
template <class Real>
void add_formula_gradient(const FormulaProgram& formula, const Real* variables, Real* gradient);

}  // namespace cchnn
