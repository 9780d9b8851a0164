#pragma once
// From a state near the manifold to one on it, moving as little as possible in (x, v) (the published code's choice):
//
//   (1)  psi(x, v) = (Phi, G v),   J = d psi/d(x, v) = [[G, 0], [W, G]]
//   (2)  step = -J^T (J J^T)^-1 psi,  clamped entry by entry to half the RMS of (x, v)
//   (3)  J J^T in pairs of rows: [[G G^T, G W^T], [W G^T, W W^T + G G^T]]
//
// A row on velocities alone (Rolling) has no Phi: the first of its pair is 0 = 0, with a 1 on the diagonal.
//
// Double only, fixed order of operations; one solve of twice the size of the constraints, as sparse as the graph.

#include <vector>

#include "mechanics/constrained_system.hpp"

namespace cchnn {

class StateProjection {
  public:
    explicit StateProjection(const ConstrainedSystem& system);

    // Moves x, v (n d numbers each) onto the manifold, to rounding; s, the parameters of points on curves, goes along.
    // Where the solved rows lose their rank, by others (rows_on_the_way.hpp). False when Newton does not converge, or does
    // where another row of Phi is not met: a braced loop with one of its points mirrored meets the solved rows too.
    bool project(std::vector<double>& x, std::vector<double>& v, std::vector<double>& s) const;

  private:
    bool meets_every_row(const std::vector<double>& x) const;

    const ConstrainedSystem& system_;
    LdltPattern pattern_;
};

}  // namespace cchnn
