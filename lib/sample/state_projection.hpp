#pragma once
// Projects a state onto the manifold Psi = (Phi, G v) = 0 with the smallest change of (x, v), a Gauss-Newton step in
// the Euclidean metric, as in the published code of the paper:
//
//   (1)  psi(x, v) = (Phi, G v),   J = d psi/d(x, v) = [[G, 0], [W, G]]      G v + drift of rows that move in time
//   (2)  step = -J^T (J J^T)^-1 psi,  clamped entry by entry to half the RMS of (x, v)
//   (3)  J J^T in pairs of rows: [[G G^T, G W^T], [W G^T, W W^T + G G^T]]
//
// A velocity-level row (Rolling) has no Phi: the first of its pair is 0 = 0, with a 1 on the diagonal.
//
// Rows that move in time first add the least velocities that follow them, as a body at rest on an Origin has its velocity.
//
// Entries of (x, v) that are held take no part in (2): their columns of J are left out.
//
// Double only, with a fixed order of operations; each step solves one system of twice the size of the constraints, as
// sparse as the graph.

#include <vector>

#include "mechanics/constrained_system.hpp"

namespace cchnn {

// The projection of the states of one system, which has the pattern of (3). Sampler owns one.
class StateProjection {
  public:
    explicit StateProjection(const ConstrainedSystem& system);

    // Projects x, v (n d numbers each) to rounding and updates s, the parameters of points on curves. Where the chosen
    // rows lose rank or other rows stay violated, the projection is repeated with rows chosen at the given state, if
    // the system has a row_selection_monitor(). False if Newton does not converge, or converges to a state that
    // violates another row of Phi: a braced loop with one of its points mirrored satisfies the chosen rows too.
    // `held` says which entries of x and v stay as they are, (n, d); empty: none. t is the time of rows that move.
    bool project(std::vector<double>& x, std::vector<double>& v, std::vector<double>& s,
                 const std::vector<bool>& held = {}, double t = 0) const;

  private:
    bool meets_every_row(const std::vector<double>& x, double t) const;

    const ConstrainedSystem& system_;
};

}  // namespace cchnn
