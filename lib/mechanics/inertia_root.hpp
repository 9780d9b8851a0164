#pragma once
// The inertia M(q) = d2T/dqd2 of a system at one state. Only that of a system given by its Lagrangian depends on the state.

#include <vector>

namespace cchnn {

class ConstrainedSystem;

// The lower triangular Cholesky factor L, (n, n), of M(q) = L L^T, from kinetic energies of single rates and of pairs. An entry on
// the diagonal is NaN where M(q) is not positive definite.
std::vector<double> inertia_root(const ConstrainedSystem& system, const std::vector<double>& q);

}  // namespace cchnn
