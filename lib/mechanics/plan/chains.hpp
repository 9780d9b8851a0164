#pragma once
// Pendulums, ropes and everything else in which points hang one from the other, each chain from a fixed hook: every
// point has one link inwards and at most one outwards. Their equations are solved by sweeps along the chains
// (dynamics.hpp).

#include <vector>

#include "mechanics/node_masses.hpp"
#include "mechanics/plan/solve_plan.hpp"

namespace cchnn {

// The link between a point and the one before it, r = x - x_before, and what is constant about the rows of
//   A_kk = |r_k|^2 (1/m_k + 1/m_k-1),  A_k,k-1 = -r_k . r_k-1 / m_k-1,  Phi_k = |r_k|^2/2 - target
// Numbers in C (elements/parts/constants.hpp).
template <class C>
struct ChainLinkOf {
    bool first = false, last = false;  // of its chain
    int node = 0;
    C hook[3] = {};  // where the first link begins
    C inverse_mass = C(0.0), own = C(0.0), coupling = C(0.0);
    C target = C(0.0), scale = C(0.0);  // of Phi

    ChainLinkOf() = default;
    template <class B>
    explicit ChainLinkOf(const ChainLinkOf<B>& from)
        : first(from.first),
          last(from.last),
          node(from.node),
          inverse_mass(converted<C>(from.inverse_mass)),
          own(converted<C>(from.own)),
          coupling(converted<C>(from.coupling)),
          target(converted<C>(from.target)),
          scale(converted<C>(from.scale)) {
        convert(from.hook, hook);
    }
    template <class Action>
    void each_number(Action&& action) {
        for (C& c : hook) action(c);
        for (C* c : {&inverse_mass, &own, &coupling, &target, &scale}) action(*c);
    }
};
using ChainLink = ChainLinkOf<double>;

// All links, chain after chain, each from its hook outwards; empty when the system is anything else.
std::vector<ChainLinkOf<Exact>> chain_links(const SolvePlanOf<Exact>& plan, const NodeMassesOf<Exact>& masses,
                                            int dimension);

}  // namespace cchnn
