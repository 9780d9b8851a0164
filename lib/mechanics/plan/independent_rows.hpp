#pragma once
// Which rows of Phi the dynamics may solve for. G M^-1 G^T is singular when rows depend on each other (a closed mesh of
// links in the plane with one link too many), and some sets of lengths cannot be met at all.
//
// Judged on the manifold alone: next to it rows may be independent that are not so on it, and mechanisms of one graph
// have assemblies that move and others that do not. Where the file gives a state, there: Gauss-Newton brings it onto
// Phi = 0 though rows depend on each other, and what has full rank there is never asked elsewhere. Otherwise where
// motions start, at several states that are drawn as the file says and beside each along the manifold, brought there by
// Newton with a touch of damping: rank belongs to a state, and other assemblies of the same bodies may have another
// one, as those of a scissor lift have. Where no start can be brought onto the manifold, at random feasible
// configurations. Then an L D L^T in the order of the file, where a vanishing pivot names a row that depends on earlier
// ones, at the configuration of largest rank: a start may be folded.
//   merely redundant   it depends on them there: left out of the solve, still reported in Phi
//   refused by name    lengths that cannot be met together; rows that meet only where they depend on each other; a
//                      given state in which rows depend on each other, but not next to it
// Runs once per system, off the stepping path.

#include <vector>

#include "graph/body_graph.hpp"
#include "mechanics/constrained_system.hpp"

namespace cchnn {

struct IndependentRows {
    std::vector<int> chosen;              // indices into the solver rows, ascending
    std::vector<char> paper_independent;  // one per row of system.rows(): in a largest independent set
};

// `given`: (n, d) m, a state of the file; empty without one. `drawn`: where bodies start, another one each time, before
// constraints are met, a function of the file alone; or none. Throws SpecError.
IndependentRows independent_rows(const ConstrainedSystem& system, const std::vector<SolverRow>& rows,
                                 const BodyGraph& graph, const std::vector<double>& given = {},
                                 const DrawPositions& drawn = {});

}  // namespace cchnn
