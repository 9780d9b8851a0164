#pragma once
// Rigid bodies of more than one node, and the constants for solving their inner constraints in closed form.
// RigidDynamics (kernels/trees/rigid_dynamics.hpp) uses this plan for systems with rigid bodies that are no trees.
//
// With e_i = x_i - x_0 of the k tips, orthonormal on the manifold, their dual basis e^i (e^i . e_j = delta_ij, on the
// manifold e^i = e_i), and node forces f (paper eq. 8, 9):
//
//   (1)  m a_0 = sum of all f,   a_i - a_0 = f_i / (m lambda_i) - c_i
//   (2)  c_i   = sum_j w_ij S_ij e^j,   w_ij = lambda_j / (lambda_i + lambda_j)
//   (3)  S_ij  = (e_j . f_i) / (m lambda_i) + (e_i . f_j) / (m lambda_j) + 2 de_i/dt . de_j/dt
//
// (2) makes d2(e_i . e_j)/dt2 = 0 wherever the tips are: it gives the k (k+1)/2 multipliers of a body without a matrix,
// because orthonormal e_i leave them uncoupled. Every other row, a sum of terms g_t w_t^T, then acts on bodies that are
// already rigid. Its matrix is the Schur complement of the inner constraints:
//
//   (4)  A_kl = sum_tu (w_t^T M^-1 w_u) (g_t . g_u) - (e^i . g_t)_i^T T_tu (e_i . g_u)_i
//        over terms t of row k, u of row l, and the bodies that both touch; symmetric on the manifold
//   (5)  T_pq = w_tq w_up / (m (lambda_p + lambda_q)), and on the diagonal
//               + sum_i w_ti w_ui lambda_p / (m lambda_i (lambda_i + lambda_p))      weights w_ti of the tips

#include <vector>

#include "elements/parts/solver_row.hpp"
#include "mechanics/plan/node_masses.hpp"
#include "mechanics/plan/solve_plan.hpp"

namespace cchnn {

class BodyGraph;

inline constexpr int most_tips = 3;

// Numbers in C (elements/parts/constants.hpp).
template <class C>
struct RigidBodyOf {
    int first = 0, tips = 0;                                   // nodes first (the centre of mass) .. first + tips
    C inverse_mass = C(0.0);                                   // 1/kg
    C moment[most_tips] = {}, inverse_moment[most_tips] = {};  // m lambda_i and its inverse
    C share[most_tips][most_tips] = {};                        // w_ij of (2)

    static constexpr auto members = std::tuple(&RigidBodyOf::first, &RigidBodyOf::tips, &RigidBodyOf::inverse_mass,
                                               &RigidBodyOf::moment, &RigidBodyOf::inverse_moment, &RigidBodyOf::share);
};

// The projection beta_t = (e_i . g_t)_i of one term on the tips of one body, (4).
struct RigidProjection {
    int slot, body, at;  // slot of g_t; the body; index of its first number in the array of all beta
};
template <class C>
struct RigidCouplingOf {
    int t, u, tips;  // where beta_t and beta_u are
    C weight[most_tips][most_tips] = {};

    RigidCouplingOf() = default;
    RigidCouplingOf(int term, int other, int count) : t(term), u(other), tips(count) {}

    static constexpr auto members =
        std::tuple(&RigidCouplingOf::t, &RigidCouplingOf::u, &RigidCouplingOf::tips, &RigidCouplingOf::weight);
};

template <class C>
struct RigidPlanOf {
    std::vector<RigidBodyOf<C>> bodies;  // those with tips; empty if there are none
    std::vector<C> point_masses;         // (n) 1/m of nodes that are a body alone, 0 of others
    SolvePlanOf<C> rows;                 // all chosen rows except rigidity
    std::vector<RigidProjection> projections;
    int projected = 0;                   // total count of the numbers beta
    std::vector<int> coupling_begin{0};  // of the entries of rows.pattern
    std::vector<RigidCouplingOf<C>> couplings;

    static constexpr auto members =
        std::tuple(&RigidPlanOf::bodies, &RigidPlanOf::point_masses, &RigidPlanOf::rows, &RigidPlanOf::projections,
                   &RigidPlanOf::projected, &RigidPlanOf::coupling_begin, &RigidPlanOf::couplings);
};
using RigidPlan = RigidPlanOf<double>;

// Whether a body with these m lambda that turns freely about this point has next to no moment of inertia about one axis,
// as a needle has. Rounding of torques, divided by it, would drive the step control of angular velocities about body
// axes; velocities of nodes are not divided by it.
bool is_thin(const Exact& mass, const Exact (&moment)[most_tips], const Exact (&point)[most_tips]);

// The number of rigidity rows, which come first in every list. They never depend on each other.
int rigidity_row_count(const BodyGraph& graph);
// `chosen` contains all rigidity rows: they are solved in closed form, so none may be left out.
RigidPlanOf<Exact> rigid_plan(const BodyGraph& graph, const std::vector<SolverRow>& rows,
                              const std::vector<int>& chosen, const NodeMatrix& inverse_mass);

}  // namespace cchnn
