#pragma once
// Chooses the constraint rows that the dynamics solve for. A = G M^-1 G^T is singular when rows are linearly dependent
// (a closed mesh of links in the plane with one link too many), and some lengths cannot be met together at all.
//
// The rank is determined on the manifold only: rows that are dependent on it may be independent off it, and one
// mechanism may have assemblies that move and others that are rigid. If the file gives a state, the rank there decides:
// damped Newton, or else Gauss-Newton, which tolerates dependent rows, brings the state onto Phi = 0. Without a state,
// or if the state is too far from Phi = 0, the rank is examined where motions start: at several drawn states, which
// damped Newton brings onto the manifold, and at two points near each of them. If no start can be brought there, random
// feasible configurations take their place. The configuration of largest rank decides, because a start may be folded;
// those that are clearly no folds take precedence. There L D L^T in the order of the file gives the rank and, for
// reports, the rows of Phi that depend on earlier ones: their pivots vanish. The system is rejected, with the name of a
// row, if lengths cannot be met together, if rows meet only where they depend on each other, or if rows depend on each
// other in a given state but not next to it.
//
// Which of the solver's rows are left out is then chosen by their conditioning over several configurations
// (well_conditioned_rows.hpp), and may differ from the reported rows. During a motion row_selection_monitor.hpp may
// choose other rows. A row left out is still a row of Phi.
// Runs once when a system is compiled, off the stepping path.

#include <vector>

#include "elements/parts/solver_row.hpp"
#include "mechanics/rows/constraint_manifold.hpp"

namespace cchnn {

class BodyGraph;

// The result for one system, which the constructor of ConstrainedSystem uses.
struct IndependentRows {
    std::vector<int> chosen;              // rows that the dynamics solve for: indices into the solver rows, ascending
    std::vector<char> paper_independent;  // for each row of Phi, in the order of the file: independent of earlier ones?
    std::vector<double> x = {};           // (n, d) m, on the manifold: where that was found
};

// `given`: (n, d) m, a state of the file, or empty. `drawn`: positions where motions start, before they are projected
// onto the constraints. The positions depend on the file and on the argument alone, so that they are the same in every
// run. The function may be empty, and it may return no positions. Throws SpecError.
IndependentRows independent_rows(const ConstraintManifold& manifold, const std::vector<SolverRow>& rows,
                                 const BodyGraph& graph, const std::vector<double>& given = {},
                                 const DrawPositions& drawn = {});

}  // namespace cchnn
