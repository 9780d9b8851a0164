#pragma once
// Jacobian rows of equations that the file writes as formulas of points, phi(x) = 0 or a(x) . v = 0
// (elements/formula_constraint.hpp). Whatever unit phi has, its row is one in metres:
//
//   (1)  psi = phi/|dphi|,  |dphi|^2 = sum over points of |dphi/dx_p|^2              or |a|^2
//   (2)  g_p = (dphi/dx_p)/|dphi|,   h_p = (d(dphi . v)/dx_p)/|dphi|                 or a_p, d(a . v)/dx_p
//
// Where phi = 0 and g . v = 0, (2) differs from the derivatives of psi by multiples of g, which change multipliers and no
// motion.

#include <vector>

#include "elements/parts/separation_table.hpp"
#include "mechanics/plan/computed_terms.hpp"
#include "numbers/square_root.hpp"

namespace cchnn {

inline constexpr int most_equation_points = 4;

// psi and 1/|dphi| of an equation at a state.
template <class Real>
struct FormulaState {
    Real psi = Real(0.0), inverse_norm = Real(0.0);
};

// (2) of the rate at (x, v) with v = 0: of the points' coordinates `r`, g is written to `g`.
template <int D, class Real, class C>
FormulaState<Real> equation_row(const EquationOf<C>& equation, int points, const Real* r, Real* g) {
    Real variables[2 * most_equation_points * D], gradient[2 * most_equation_points * D];
    const int n = points * D;
    for (int j = 0; j < n; ++j) {
        variables[j] = r[j];
        variables[n + j] = Real(0.0);
        gradient[j] = gradient[n + j] = Real(0.0);
    }
    const Real phi = add_equation_gradient(equation, variables, gradient);
    Real square = gradient[n] * gradient[n];
    for (int j = 1; j < n; ++j) square += gradient[n + j] * gradient[n + j];
    const Real inverse_norm = 1.0 / square_root(square);
    for (int j = 0; j < n; ++j) g[j] = gradient[n + j] * inverse_norm;
    return {phi * inverse_norm, inverse_norm};
}

template <int D, class Real, class C>
void fill_formula_gradients(const std::vector<FormulaTerms<C>>& formulas, Real* r, FormulaState<Real>* states) {
    for (const FormulaTerms<C>& f : formulas)
        *states++ = equation_row<D>(f.equation, f.points, r + f.first * D, r + f.slot * D);
}

// h, after fill_formula_gradients() of the same positions.
template <int D, class Real, class C>
void fill_formula_rates(const std::vector<FormulaTerms<C>>& formulas, const Real* r, Real* s,
                        const FormulaState<Real>* states) {
    for (const FormulaTerms<C>& f : formulas) {
        Real variables[2 * most_equation_points * D], gradient[2 * most_equation_points * D];
        const int n = f.points * D;
        for (int j = 0; j < n; ++j) {
            variables[j] = r[f.first * D + j];
            variables[n + j] = s[f.first * D + j];
            gradient[j] = gradient[n + j] = Real(0.0);
        }
        add_equation_gradient(f.equation, variables, gradient);
        for (int j = 0; j < n; ++j) s[f.rate_slot * D + j] = gradient[j] * states->inverse_norm;
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
