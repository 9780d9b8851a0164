#pragma once
// Recognises chains of point masses: each chain hangs from a fixed point (its hook), and each point has one link
// towards the hook and at most one away from it. Their matrix A = G M^-1 G^T is tridiagonal along a chain, so
// ChainDynamics (kernels/chain_dynamics.hpp) solves with sweeps of constant work per link.

#include <vector>

#include "mechanics/plan/node_masses.hpp"
#include "mechanics/plan/solve_plan.hpp"

namespace cchnn {

// The constants of the row between a point and the one before it, r = x - x_before:
//   A_kk = |r_k|^2 (1/m_k + 1/m_k-1),  A_k,k-1 = -r_k . r_k-1 / m_k-1,  Phi_k = |r_k|^2/2 - target
// `own` is the bracket, `coupling` is -1/m_k-1. Numbers are in C (elements/parts/constants.hpp).
template <class C>
struct ChainLinkOf {
    bool first = false, last = false;  // of its chain
    int node = 0;
    C hook[3] = {};  // where the first link begins
    C inverse_mass = C(0.0), own = C(0.0), coupling = C(0.0);
    C target = C(0.0), scale = C(0.0);  // of Phi

    static constexpr auto members = std::tuple(&ChainLinkOf::first, &ChainLinkOf::last, &ChainLinkOf::node,
                                               &ChainLinkOf::hook, &ChainLinkOf::inverse_mass, &ChainLinkOf::own,
                                               &ChainLinkOf::coupling, &ChainLinkOf::target, &ChainLinkOf::scale);
};
using ChainLink = ChainLinkOf<double>;

// The links of all chains, each chain from its hook outwards; empty if the system is anything else.
std::vector<ChainLinkOf<Exact>> chain_links(const SolvePlanOf<Exact>& plan, const NodeMassesOf<Exact>& masses,
                                            int dimension);

}  // namespace cchnn
