#pragma once
// Jacobian rows of equations that the file writes as formulas of points, phi(x) = 0 or a(x) . v = 0
// (elements/formula_constraint.hpp). Whatever unit phi has, its row is one in metres:
//
//   (1)  psi = phi/|dphi|,  |dphi|^2 = sum over points of |dphi/dx_p|^2              or |a|^2
//   (2)  g_p = (dphi/dx_p)/|dphi|,   h_p = (d(dphi . v)/dx_p)/|dphi|                 or a_p, d(a . v)/dx_p
//
// Where phi = 0 and g . v = 0, (2) differs from the derivatives of psi by multiples of g, which change multipliers and no
// motion.

#include <algorithm>
#include <vector>

#include "elements/parts/separation_table.hpp"
#include "mechanics/plan/computed_terms.hpp"
#include "numbers/square_root.hpp"

namespace cchnn {

// The most coordinates of an equation in D dimensions: those of 4 points, or of 20 with names in one dimension.
template <int D>
inline constexpr int most_coordinates = D == 1 ? 20 : 4 * D;

// psi and 1/|dphi| of an equation at a state.
template <class Real>
struct FormulaState {
    Real psi = Real(0.0), inverse_norm = Real(0.0);
};
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

// The variables of an equation: n coordinates, then as many velocities, or none.
template <int D, class Real>
struct EquationVariables {
    Real values[2 * most_coordinates<D>];
    EquationVariables(int n, const Real* x, const Real* v) {
        for (int j = 0; j < n; ++j) {
            values[j] = x[j];
            values[n + j] = v ? v[j] : Real(0.0);
        }
    }
};
template <int D, class Real>
struct EquationGradient {
    Real of[2 * most_coordinates<D>];
    explicit EquationGradient(int n) { std::fill(of, of + 2 * n, Real(0.0)); }
};

// g of (2), of the points' coordinates `r`, is written to `g`.
template <int D, class Real, class C>
FormulaState<Real> equation_row(const EquationOf<C>& equation, int points, const Real* r, Real* g, Real* values,
                                Real* back) {
    const int n = points * D;
    const EquationVariables<D, Real> variables(n, r, nullptr);
    EquationGradient<D, Real> gradient(n);
    const Real phi = add_equation_row(equation, variables.values, gradient.of, values, back);
    const Real* const row = equation.value >= 0 ? gradient.of : gradient.of + n;
    Real square = row[0] * row[0];
    for (int j = 1; j < n; ++j) square += row[j] * row[j];
    const Real inverse_norm = 1.0 / square_root(square);
    for (int j = 0; j < n; ++j) g[j] = row[j] * inverse_norm;
    return {phi * inverse_norm, inverse_norm};
}

template <int D, class Real, class C>
void fill_formula_gradients(const std::vector<FormulaTerms<C>>& formulas, Real* r, FormulaState<Real>* states,
                            EquationWork<Real>& work) {
    Real* values = work.values.data();
    for (const FormulaTerms<C>& f : formulas) {
        *states++ = equation_row<D>(f.equation, f.points, r + f.first * D, r + f.slot * D, values, work.back.data());
        values += f.equation.rate.steps.size();
    }
}

// h, after fill_formula_gradients() of the same positions.
template <int D, class Real, class C>
void fill_formula_rates(const std::vector<FormulaTerms<C>>& formulas, const Real* r, Real* s,
                        const FormulaState<Real>* states, EquationWork<Real>& work) {
    Real* values = work.values.data();
    for (const FormulaTerms<C>& f : formulas) {
        const int n = f.points * D;
        const EquationVariables<D, Real> variables(n, r + f.first * D, s + f.first * D);
        EquationGradient<D, Real> gradient(n);
        add_rate_gradient(f.equation, variables.values, gradient.of, values, work.back.data());
        for (int j = 0; j < n; ++j) s[f.rate_slot * D + j] = gradient.of[j] * states->inverse_norm;
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
