#pragma once
// The equations of motion of a Lagrangian L = T(q, w, t) - V(q, t), w = dq/dt, with a Rayleigh function R(q, w, t) and forces
// Q(q, w, u) with inputs u, as steps of one formula (formula_step.hpp). T has degree 2 or less in w.
//
//   (1)  M_ij = d2T/dw_i dw_j                                            a function of q and t
//   (2)  b_i  = c_i - d2T/dw_i dt - dR/dw_i + Q_i,  c_i = dL/dq_i - sum_j d2T/dw_i dq_j w_j,  M dw/dt = b
//   (3)  K = w^T M w / 2,  U = V - T(q, 0) at t = 0,  H = K + U
//   (4)  dH/dt = -w . dR/dw + P,  P = w . Q + sum_i w_i (c_i(t) - c_i(0) - d2T/dw_i dt)     where M does not depend on t
//   (5)  dH/dt = w . (M(0) dw/dt - c(0))                                                   for all motions
//
// The time t is the input of that name, whose value is 0 where inputs are left out. H is the energy of L as it is at t = 0;
// what changes L later is a force, whose power is in P. Terms of degree 1 in w have no part in H.
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
    int potential = no_step, loss = no_step, power = no_step;  // U, w . dR/dw and P of (3) and (4)
    std::vector<int> mass_at_start, push_at_start;             // M(0) and c(0) of (5), behind U
    bool inertia_moves = false;                                // M depends on t: `power` is none

    static constexpr auto members = std::tuple(
        &LagrangianProgramOf::formula, &LagrangianProgramOf::coordinates, &LagrangianProgramOf::inputs,
        &LagrangianProgramOf::steps_of_motion, &LagrangianProgramOf::mass, &LagrangianProgramOf::push,
        &LagrangianProgramOf::potential, &LagrangianProgramOf::loss, &LagrangianProgramOf::power,
        &LagrangianProgramOf::mass_at_start, &LagrangianProgramOf::push_at_start, &LagrangianProgramOf::inertia_moves);
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
