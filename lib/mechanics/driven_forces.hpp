#pragma once
// Forces and torques that are multiplied by inputs (elements/parts/input.hpp). A driven system has more state
// components, after the parameters s: the work w that the inputs have done, the time t, each input u, and slopes.
//
//   (1)  f_i += F_ik u_k  on entry i of all node forces,  tau_j += M_jk u_k  on counted angle j,
//        f += k_l u_k r_l/|r_l|  along separation l,  f += F_m u_k e_m  on point m, along a direction e_m of a body
//   (2)  dw/dt = sum_k u_k (sum_i F_ik dx_i/dt + sum_j M_jk dtheta_j/dt + sum_l k_l d|r_l|/dt
//                                + sum_m F_m e_m . dr_m/dt),  dt/dt = 1,
//        du/dt = 0, or the slope of an input that is linear between samples, which is one more component behind all u
//
// A held input changes between steps only, at samples. An input that is a formula of t is evaluated at every stage. The
// energy H = T + V does not contain these forces: H(t) - H(0) = w(t) - w(0) minus the dissipated energy.

#include <memory>
#include <vector>

#include "elements/parts/constants.hpp"
#include "elements/parts/formula/formula_step.hpp"
#include "elements/parts/separation_table.hpp"

namespace cchnn {

// The forces and torques of one system that inputs drive, with factors in C (elements/parts/constants.hpp). forces_of()
// makes it, add_inertia() adds those of moving Origins, ForcesOf owns it; force_tables.hpp evaluates (1) and (2). Empty
// for a system without inputs.
template <class C>
struct DrivenForcesOf {
    // One nonzero F_ik or M_jk of (1).
    struct Push {
        std::size_t input, at;  // input: k; at: entry i of (n, d), or counted angle j
        C factor;               // N or N m, for an input of 1
        Push() = default;
        Push(std::size_t k, std::size_t i, const C& f) : input(k), at(i), factor(f) {}

        static constexpr auto members = std::tuple(&Push::input, &Push::at, &Push::factor);
    };
    // A force along a direction that follows a body: both are among the separations.
    struct Thrust {
        std::size_t input, at, along;
        C factor;  // F_m in N; of a torque, 1/m of it on each axis
        Thrust() = default;
        Thrust(std::size_t k, std::size_t m, std::size_t e, const C& f) : input(k), at(m), along(e), factor(f) {}

        static constexpr auto members = std::tuple(&Thrust::input, &Thrust::at, &Thrust::along, &Thrust::factor);
    };
    std::vector<Push> forces, torques, pulls;  // of pulls `at` is l, and the factor k_l in N
    std::vector<Thrust> thrusts;
    SeparationTableOf<C> separations;                             // r_l, and points r_m and directions e_m of thrusts
    std::vector<std::shared_ptr<const FormulaProgram>> formulas;  // of each input; null: held
    std::vector<std::size_t> linear;                              // inputs that are linear between samples
    std::size_t first = 0;                                        // index of w, counted from the first s

    bool empty() const { return formulas.empty(); }
    // How many state components the inputs add: w, t, each u and each slope, or none without inputs.
    std::size_t size() const { return empty() ? 0 : 2 + formulas.size() + linear.size(); }
    // Input k of a state whose parameters begin at s. Unless Real is double, only files that include
    // formula_gradient.hpp may call it.
    template <class Real>
    Real input(std::size_t k, const Real* s) const {
        const Real* const driven = s + first;
        return formulas[k] ? formula_value(*formulas[k], driven + 1) : driven[2 + k];
    }

    static constexpr auto members = std::tuple(
        &DrivenForcesOf::forces, &DrivenForcesOf::torques, &DrivenForcesOf::pulls, &DrivenForcesOf::thrusts,
        &DrivenForcesOf::separations, &DrivenForcesOf::formulas, &DrivenForcesOf::linear, &DrivenForcesOf::first);
};

}  // namespace cchnn
