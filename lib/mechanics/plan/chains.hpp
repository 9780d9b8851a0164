#pragma once
// Pendulums, ropes and everything else in which points hang one from the other, each chain from a fixed hook: every
// point has one link inwards and at most one outwards. Their equations are solved by sweeps along the chains
// (dynamics.hpp).

#include <vector>

#include "mechanics/constrained_system.hpp"

namespace cchnn {

// The link between a point and the one before it, r = x - x_before, and what is constant about the rows of
//   A_kk = |r_k|^2 (1/m_k + 1/m_k-1),  A_k,k-1 = -r_k . r_k-1 / m_k-1,  Phi_k = |r_k|^2/2 - target
struct ChainLink {
    bool first = false, last = false;  // of its chain
    int node = 0;
    double hook[3] = {0, 0, 0};  // where the first link begins
    double inverse_mass = 0, own = 0, coupling = 0;
    double target = 0, scale = 0;  // of Phi
};

// All links, chain after chain, each from its hook outwards; empty when the system is anything else.
std::vector<ChainLink> chain_links(const ConstrainedSystem& system);

}  // namespace cchnn
