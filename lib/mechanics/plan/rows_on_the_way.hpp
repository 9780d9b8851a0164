#pragma once
// Loops with more rows than they need are solved for an independent set of them, chosen once (independent_rows.hpp). On
// its way a motion may come to where such a set depends on itself while all rows together keep their rank: every set of
// Bennett's mechanism does so somewhere. Beyond it rows that were left out need not hold any more. What is asked here at
// a state of the motion, and answered by the state and the system alone:
//
//   (1)  share   sqrt(det A_S / det' A) = 1 / sqrt(det(1 + C C^T)),   A = G M^-1 G^T scaled to a diagonal of 1, A_S in the
//                rows S that are solved for, det' the product of eigenvalues that are not 0; rows left out are C times
//                those of S. 1 when what is left out says nothing, 0 where S loses rank alone, and where rows that were
//                left out do not hold
//   (2)  anew    the system again, solved for rows chosen there (rows_at_state.hpp)
//
// An interface without a body, because kernels that are a shared object of their own call it.

#include <memory>
#include <vector>

#include "elements/parts/solver_row.hpp"

namespace cchnn {

class ConstrainedSystem;

class RowsOnTheWay {
  public:
    RowsOnTheWay() = default;
    RowsOnTheWay(const RowsOnTheWay&) = delete;
    RowsOnTheWay& operator=(const RowsOnTheWay&) = delete;
    virtual ~RowsOnTheWay() = default;

    // x (n, d) m and the parameters s of a state; `system` is the one that these rows are of, or a result of anew().
    virtual double share(const ConstrainedSystem& system, const double* x, const double* s) const = 0;
    // Null where all rows together have another rank.
    virtual std::shared_ptr<const ConstrainedSystem> anew(const ConstrainedSystem& system, const double* x,
                                                          const double* s) const = 0;
};

// Null where looking would cost more than it helps: a matrix of thousands of rows takes seconds.
std::shared_ptr<const RowsOnTheWay> rows_on_the_way(const ConstrainedSystem& system, std::vector<SolverRow> rows);

}  // namespace cchnn
