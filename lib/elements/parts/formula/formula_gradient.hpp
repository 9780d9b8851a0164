#pragma once
// A formula of several variables with its gradient, by reverse-mode differentiation (Griewank, Walther,
// Evaluating Derivatives, 2008): one pass forward over its steps and one back.
//
//   (1)  w_i = f_i(w_a, w_b)                                            forward, each step from earlier ones
//   (2)  W_i = dV/dw_i,  W_a += W_i df_i/dw_a,  W_b += W_i df_i/dw_b    back, from W_result = 1
//
// The cost of the reverse mode does not grow with the number of variables, unlike that of the forward mode. Real is a
// number type of the stepping path: all operations have the same bits on every machine.

#include <algorithm>
#include <vector>

#include "core/parallel_for.hpp"
#include "elements/parts/formula/formula_step.hpp"
#include "numbers/elementary.hpp"
#include "numbers/square_root.hpp"

namespace cchnn {

// a^n by repeated squaring; for n < 0 it is 1/a^-n.
template <class Real>
inline Real power_by_squaring(Real a, int n) {
    Real power = Real(1.0);
    for (int left = n < 0 ? -n : n; left > 0; left /= 2) {
        if (left % 2 == 1) power = power * a;
        if (left > 1) a = a * a;
    }
    return n < 0 ? Real(1.0 / power) : power;
}

template <class Real, class C>
Real formula_step(const FormulaStepOf<C>& s, const Real* variables, const Real* w) {
    using Op = FormulaOperation;
    switch (s.op) {
        case Op::constant: return converted<Real>(s.value);
        case Op::parameter: return variables[s.exponent];
        case Op::add: return w[s.a] + w[s.b];
        case Op::subtract: return w[s.a] - w[s.b];
        case Op::multiply: return w[s.a] * w[s.b];
        case Op::divide: return w[s.a] / w[s.b];
        case Op::negate: return -w[s.a];
        case Op::power: return power_by_squaring(w[s.a], s.exponent);
        case Op::sin: return sine_cosine(w[s.a]).sine;
        case Op::cos: return sine_cosine(w[s.a]).cosine;
        case Op::exp: return exponential(w[s.a]);
        case Op::sqrt: return square_root(w[s.a]);
        case Op::tanh: return hyperbolic_tangent(w[s.a]);
        case Op::log: return natural_logarithm(w[s.a]);
    }
    return Real(0.0);
}

// (2) for step i, whose value is w[i].
template <class Real, class C>
void formula_step_back(const FormulaStepOf<C>& s, std::size_t i, const Real* w, Real* back) {
    using Op = FormulaOperation;
    const Real& of = back[i];
    switch (s.op) {
        case Op::constant:
        case Op::parameter: return;
        case Op::add:
            back[s.a] += of;
            back[s.b] += of;
            return;
        case Op::subtract:
            back[s.a] += of;
            back[s.b] -= of;
            return;
        case Op::multiply: {
            const Real left = of * w[s.b], right = of * w[s.a];  // of a square both go to one step
            back[s.a] += left;
            back[s.b] += right;
            return;
        }
        case Op::divide: {
            const Real part = of / w[s.b];
            back[s.a] += part;
            back[s.b] -= part * w[i];
            return;
        }
        case Op::negate: back[s.a] -= of; return;
        case Op::power:
            if (s.exponent != 0)
                back[s.a] += of * (static_cast<double>(s.exponent) * power_by_squaring(w[s.a], s.exponent - 1));
            return;
        case Op::sin: back[s.a] += of * sine_cosine(w[s.a]).cosine; return;
        case Op::cos: back[s.a] -= of * sine_cosine(w[s.a]).sine; return;
        case Op::exp: back[s.a] += of * w[i]; return;
        // At the kink of sqrt(u^2) itself this times u is 0, in place of infinity times 0; elsewhere it changes no digit.
        case Op::sqrt: back[s.a] += of / (2.0 * w[i] + 1e-300); return;
        case Op::tanh: back[s.a] += of * ((1.0 - w[i]) * (1.0 + w[i])); return;
        case Op::log: back[s.a] += of / w[s.a]; return;
    }
}

// (1) of the steps first, first + 1, ... before `end`; earlier ones are in `work` already.
template <class Real, class C>
void evaluate_steps(const FormulaProgramOf<C>& formula, std::size_t first, std::size_t end, const Real* variables,
                    Real* work) {
    for (std::size_t i = first; i < end; ++i) work[i] = formula_step(formula.steps[i], variables, work);
}
// (2) from step `of` = V, whose value and those of the steps before it are in `work`: adds dV/dvariable to `gradient`.
template <class Real, class C>
void steps_back(const FormulaProgramOf<C>& formula, std::size_t of, const Real* work, Real* back, Real* gradient) {
    std::fill(back, back + of, Real(0.0));
    back[of] = Real(1.0);
    for (std::size_t i = of + 1; i-- > 0;) {
        const FormulaStepOf<C>& step = formula.steps[i];
        if (step.op == FormulaOperation::parameter) gradient[step.exponent] += back[i];
        formula_step_back(step, i, work, back);
    }
}

// Working memory of this thread for at least so many numbers; valid until the next call with a larger size.
template <class Real>
Real* formula_work(std::size_t size) {
    static const PerThread<std::vector<Real>> works;
    std::vector<Real>& work = works.here();
    if (work.size() < size) work.resize(size, Real(0.0));
    return work.data();
}

template <class Real, class C>
Real formula_value(const FormulaProgramOf<C>& formula, const Real* variables) {
    Real* const work = formula_work<Real>(formula.steps.size());
    evaluate_steps(formula, 0, formula.steps.size(), variables, work);
    return work[formula.result];
}

template <class Real, class C>
void add_formula_gradient(const FormulaProgramOf<C>& formula, const Real* variables, Real* gradient) {
    const std::size_t steps = formula.steps.size();
    Real* const work = formula_work<Real>(2 * steps);
    evaluate_steps(formula, 0, steps, variables, work);
    steps_back(formula, static_cast<std::size_t>(formula.result), work, work + steps, gradient);
}

template <class Real, class C>
Real add_equation_row(const EquationOf<C>& equation, const Real* variables, Real* row, Real* values, Real* back) {
    const bool on_positions = equation.value >= 0;
    const auto of = static_cast<std::size_t>(on_positions ? equation.value : equation.rate.result);
    evaluate_steps(equation.rate, 0, of + 1, variables, values);
    steps_back(equation.rate, of, values, back, row);
    return on_positions ? values[of] : Real(0.0);
}
template <class Real, class C>
void add_rate_gradient(const EquationOf<C>& equation, const Real* variables, Real* gradient, Real* values, Real* back) {
    const auto of = static_cast<std::size_t>(equation.rate.result);
    evaluate_steps(equation.rate, static_cast<std::size_t>(equation.value + 1), of + 1, variables, values);
    steps_back(equation.rate, of, values, back, gradient);
}

}  // namespace cchnn
