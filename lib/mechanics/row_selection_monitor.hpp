#pragma once
// Monitors the conditioning of the chosen rows during a motion. Closed loops with redundant rows are solved with an
// independent set, chosen once (rank/independent_rows.hpp). Along a motion such a set may become dependent although all
// rows together keep their rank: for Bennett's mechanism every set does somewhere. Beyond that state rows that were
// left out need not hold. The answers depend on the state and the system alone:
//
//   (1)  conditioning   sqrt(det A_S / det' A) = 1 / sqrt(det(1 + C C^T)), between 0 and 1:  A = G M^-1 G^T scaled to
//                       a diagonal of 1, A_S that of the rows S that are solved for, det' A the product of the nonzero
//                       eigenvalues. C expresses the other rows by those of S, G_out = C G_S. 1 where C = 0; 0 where
//                       the rows S depend on each other, or where any row has a relative residual above 1e-9
//   (2)  reselected     the system again, solved for rows chosen at this state (rank/rows_at_state.hpp)
//
// An abstract interface, because kernels in a shared object of their own call it: reselecting_integrator.hpp,
// lane_driver.hpp and drivers.cpp. The projection and the noise of states in sample/ ask it as well.

#include <memory>
#include <vector>

#include "mechanics/plan/solve_plan.hpp"

namespace cchnn {

class ConstrainedSystem;

class RowSelectionMonitor {
  public:
    RowSelectionMonitor() = default;
    RowSelectionMonitor(const RowSelectionMonitor&) = delete;
    RowSelectionMonitor& operator=(const RowSelectionMonitor&) = delete;
    virtual ~RowSelectionMonitor() = default;

    // (1) at x (n, d) m with parameters s. `system` is the one that these rows belong to, or a result of reselected().
    virtual double conditioning(const ConstrainedSystem& system, const double* x, const double* s) const = 0;
    // (2); null where all rows together have a different rank.
    virtual std::shared_ptr<const ConstrainedSystem> reselected(const ConstrainedSystem& system, const double* x,
                                                                const double* s) const = 0;
};

// Null where the analysis would cost more than it helps: a matrix of thousands of rows takes seconds.
std::shared_ptr<const RowSelectionMonitor> row_selection_monitor(const NodeMatrix& inverse_mass, int dimension,
                                                                 std::vector<SolverRow> rows);

}  // namespace cchnn
