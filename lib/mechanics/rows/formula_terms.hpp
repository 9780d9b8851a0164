#pragma once
// Jacobian rows of equations that the file writes as formulas of points, phi(x, t) = 0 or a(x, t) . v + b(x, t) = 0
// (elements/formula_constraint.hpp). Whatever unit phi has, its row is one in metres:
//
//   (1)  psi = phi/|dphi|,  |dphi|^2 = sum over points of |dphi/dx_p|^2              or |a|^2
//   (2)  g_p = (dphi/dx_p)/|dphi|,   h_p = (drate/dx_p)/|dphi|                       or a_p/|a|, (drate/dx_p)/|a|
//   (3)  drift = (dphi/dt)/|dphi| or b/|a|,  bias = (drate/dt)/|dphi|                of rows that move in time
//
// The rate is dphi/dx . v + dphi/dt, or a . v + b; g . v + drift = 0 where the row holds, and h . v + bias + g . dv/dt = 0. Where
// phi = 0 and the rate is 0, (2) and (3) differ from the derivatives of psi by multiples of g, which change multipliers and no
// motion. The force of a row that moves has the power lambda drift.

#include <algorithm>
#include <vector>

#include "elements/parts/separation_table.hpp"
#include "mechanics/plan/computed_terms.hpp"
#include "numbers/square_root.hpp"

namespace cchnn {

// The most coordinates of an equation in D dimensions: those of 4 points, or of 20 with names in one dimension.
template <int D>
inline constexpr int most_coordinates = D == 1 ? 20 : 4 * D;

// psi, 1/|dphi| and (3) of an equation at a state.
template <class Real>
struct FormulaState {
    Real psi = Real(0.0), inverse_norm = Real(0.0), drift = Real(0.0), bias = Real(0.0);
};

// Whether the row of an equation of n coordinates moves in time: its variable after coordinates and velocities is t.
template <class C>
bool moves_in_time(const EquationOf<C>& equation, int n) {
    return std::any_of(equation.rate.steps.begin(), equation.rate.steps.end(), [n](const FormulaStepOf<C>& step) {
        return step.op == FormulaOperation::parameter && step.exponent == 2 * n;
    });
}
template <class C>
bool any_moves_in_time(const std::vector<FormulaTerms<C>>& formulas, int dimension) {
    return std::any_of(formulas.begin(), formulas.end(), [dimension](const FormulaTerms<C>& f) {
        return moves_in_time(f.equation, f.points * dimension);
    });
}

// Memory for equations: values of the steps of each, one after the other, and one pass back.
template <class Real>
struct EquationWork {
    std::vector<Real> values, back;

    template <class C>
    void make_room(const EquationOf<C>& equation) {
        const std::size_t steps = equation.rate.steps.size();
        values.resize(values.size() + steps, Real(0.0));
        back.resize(std::max(back.size(), steps), Real(0.0));
    }
};

// The variables of an equation: n coordinates, then as many velocities, or none, then the time.
template <int D, class Real>
struct EquationVariables {
    Real values[2 * most_coordinates<D> + 1];
    EquationVariables(int n, const Real* x, const Real* v, const Real& t) {
        for (int j = 0; j < n; ++j) {
            values[j] = x[j];
            values[n + j] = v ? v[j] : Real(0.0);
        }
        values[2 * n] = t;
    }
};
template <int D, class Real>
struct EquationGradient {
    Real of[2 * most_coordinates<D> + 1];
    explicit EquationGradient(int n) { std::fill(of, of + 2 * n + 1, Real(0.0)); }
};

// g of (2), of the points' coordinates `r` at the time t, is written to `g`.
template <int D, class Real, class C>
FormulaState<Real> equation_row(const EquationOf<C>& equation, int points, const Real* r, const Real& t, Real* g,
                                Real* values, Real* back) {
    const int n = points * D;
    const EquationVariables<D, Real> variables(n, r, nullptr, t);
    EquationGradient<D, Real> gradient(n);
    const Real phi = add_equation_row(equation, variables.values, gradient.of, values, back);
    const Real* const row = equation.value >= 0 ? gradient.of : gradient.of + n;
    Real square = row[0] * row[0];
    for (int j = 1; j < n; ++j) square += row[j] * row[j];
    const Real inverse_norm = 1.0 / square_root(square);
    for (int j = 0; j < n; ++j) g[j] = row[j] * inverse_norm;
    const Real& drift = equation.value >= 0 ? gradient.of[2 * n] : values[equation.rate.result];
    return {phi * inverse_norm, inverse_norm, drift * inverse_norm, Real(0.0)};
}

template <int D, class Real, class C>
void fill_formula_gradients(const std::vector<FormulaTerms<C>>& formulas, Real* r, const Real& t,
                            FormulaState<Real>* states, EquationWork<Real>& work) {
    Real* values = work.values.data();
    for (const FormulaTerms<C>& f : formulas) {
        *states++ = equation_row<D>(f.equation, f.points, r + f.first * D, t, r + f.slot * D, values, work.back.data());
        values += f.equation.rate.steps.size();
    }
}

// h and the bias of (3), after fill_formula_gradients() of the same positions and time.
template <int D, class Real, class C>
void fill_formula_rates(const std::vector<FormulaTerms<C>>& formulas, const Real* r, const Real& t, Real* s,
                        FormulaState<Real>* states, EquationWork<Real>& work) {
    Real* values = work.values.data();
    for (const FormulaTerms<C>& f : formulas) {
        const int n = f.points * D;
        const EquationVariables<D, Real> variables(n, r + f.first * D, s + f.first * D, t);
        EquationGradient<D, Real> gradient(n);
        add_rate_gradient(f.equation, variables.values, gradient.of, values, work.back.data());
        for (int j = 0; j < n; ++j) s[f.rate_slot * D + j] = gradient.of[j] * states->inverse_norm;
        states->bias = gradient.of[2 * n] * states->inverse_norm;
        values += f.equation.rate.steps.size();
        ++states;
    }
}

// psi of rows on positions.
template <class Real, class C>
void set_formula_residuals(const std::vector<FormulaTerms<C>>& formulas, const FormulaState<Real>* states,
                           Real* residual) {
    for (const FormulaTerms<C>& f : formulas) residual[f.row] = (states++)->psi;
}

}  // namespace cchnn
