#pragma once
// The rules of differentiation of the steps of a formula, for builders that make further steps of them: one that appends each
// (time_derivative.cpp) and one that takes equal steps once (lagrangian_program.cpp).

#include "elements/parts/formula/formula_step.hpp"

namespace cchnn {

// The derivative of step i, which is `step`. A builder gives rate(i), the derivative of an earlier step, rate_of(parameter), that
// of a variable, and sums, products and functions of steps; Builder::none stands for what is 0.
template <class Builder>
int derivative_of_step(Builder& b, int i, const FormulaStep& step) {
    using Op = FormulaStep::Op;
    const int u = step.a, v = step.b;
    switch (step.op) {
        case Op::constant: return Builder::none;
        case Op::parameter: return b.rate_of(step);
        case Op::add: return b.sum(b.rate(u), b.rate(v));
        case Op::subtract: return b.difference(b.rate(u), b.rate(v));
        case Op::multiply: {
            const int left = b.product(b.rate(u), v);
            return b.sum(left, u == v ? left : b.product(u, b.rate(v)));
        }
        case Op::divide: return b.quotient(b.difference(b.rate(u), b.product(i, b.rate(v))), v);
        case Op::negate: return b.negative(b.rate(u));
        case Op::power:
            if (step.exponent == 0) return Builder::none;
            return b.product(b.product(b.constant(step.exponent), b.power(u, step.exponent - 1)), b.rate(u));
        case Op::sin: return b.product(b.rate(u), b.function(Op::cos, u));
        case Op::cos: return b.negative(b.product(b.rate(u), b.function(Op::sin, u)));
        case Op::exp: return b.product(b.rate(u), i);
        case Op::sqrt: return b.quotient(b.rate(u), b.product(b.constant(2), i));
        case Op::tanh: return b.product(b.rate(u), b.product(b.difference(b.constant(1), i), b.sum(b.constant(1), i)));
        case Op::log: return b.quotient(b.rate(u), u);
    }
    return Builder::none;
}

}  // namespace cchnn
