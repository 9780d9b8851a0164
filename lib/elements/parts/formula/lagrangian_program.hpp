#pragma once
// The equations of motion of a Lagrangian L = T(q, w) - V(q), w = dq/dt, with a Rayleigh function R(q, w) and forces
// Q(q, w, u) with inputs u, as steps of one formula (formula_step.hpp). T has degree 2 or less in w.
//
//   (1)  M_ij = d2T/dw_i dw_j                                            a function of q alone
//   (2)  b_i  = dL/dq_i - sum_j d2T/dw_i dq_j w_j - dR/dw_i + Q_i,  M dw/dt = b
//   (3)  K = w^T M w / 2,  U = V - T(q, 0),  H = w . dL/dw - L = K + U,  dH/dt = -w . dR/dw + w . Q
//
// All derivatives are steps as well, by the rules of differentiation: each number type of the stepping path evaluates them
// in one pass, and equal ones once.

#include <map>
#include <string>
#include <tuple>
#include <vector>

#include "elements/parts/formula/formula_step.hpp"

namespace cchnn {

inline constexpr int no_step = -1;  // of a derivative that is 0 for all numbers

// The variables of the program are q, w, u. `mass` has (n, n) steps, of which those with j <= i are set.
template <class C>
struct LagrangianProgramOf {
    FormulaProgramOf<C> formula;
    int coordinates = 0, inputs = 0, steps_of_motion = 0;      // the first steps are those of M, b, loss and power
    std::vector<int> mass, push;                               // (1), (2)
    int potential = no_step, loss = no_step, power = no_step;  // U, w . dR/dw and w . Q of (3)

    static constexpr auto members =
        std::tuple(&LagrangianProgramOf::formula, &LagrangianProgramOf::coordinates, &LagrangianProgramOf::inputs,
                   &LagrangianProgramOf::steps_of_motion, &LagrangianProgramOf::mass, &LagrangianProgramOf::push,
                   &LagrangianProgramOf::potential, &LagrangianProgramOf::loss, &LagrangianProgramOf::power);
};
using LagrangianProgram = LagrangianProgramOf<Exact>;

struct LagrangianTexts {
    std::vector<std::string> coordinates, rates;
    std::map<std::string, double> constants;
    std::string kinetic, potential, dissipation;  // an empty text is 0
    std::vector<std::string> forces, inputs;      // one for each coordinate, or none
};
// Throws FormulaError for a text that is no formula.
LagrangianProgram lagrangian_program(const LagrangianTexts& texts);

}  // namespace cchnn
