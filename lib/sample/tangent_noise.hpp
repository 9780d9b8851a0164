#pragma once
// Gaussian noise on an initial state that depends on the mechanics and not on how a system is written: white in the
// kinetic metric and tangent to the constraint manifold. With |u|^2 = tr(u^T M u) over all nodes,
//
//   (1)  P(x) u = u - M^-1 G^T (G M^-1 G^T)^-1 G u      onto G(x) u = 0, orthogonal in that metric
//   (2)  x' = x + P_q(x) a xi,     P_q of the constraints on positions, xi ~ N(0, M^-1) by node, N(0, 1) in |.|
//        then x' <- x' - M^-1 G^T (G M^-1 G^T)^-1 Phi(x') until Phi(x') = 0
//   (3)  v' = P(x') (v + b eta),   eta ~ N(0, M^-1)
//
// In every feasible direction of unit length x' - x has the standard deviation a (m sqrt(kg)), and v' - P(x') v has b
// (m sqrt(kg)/s). The density of (2) before Phi(x') = 0 is met, and of (3), is independent of the choice of nodes,
// axes, units and constraints, because kinetic energy is.

#include <vector>

#include "mechanics/constrained_system.hpp"
#include "sample/random_stream.hpp"
#include "sample/sampler.hpp"

namespace cchnn {

// Standard deviations: a of positions and b of velocities.
struct NoiseSize {
    double position = 0, velocity = 0;
};

// Perturbs states of one system; owns the Cholesky factor of M^-1.
class TangentNoise {
  public:
    TangentNoise(const ConstrainedSystem& system, const Sampler& sampler);

    // (2) and (3). Throws NumericalError where Newton does not meet Phi = 0.
    InitialState moved(const InitialState& state, NoiseSize size, RandomStream random) const;

  private:
    std::vector<double> white(const std::vector<double>& x, RandomStream& random) const;  // xi

    const ConstrainedSystem& system_;
    const Sampler& sampler_;
    std::vector<double> root_;  // (n, n) lower triangle L, L L^T = M^-1
};

}  // namespace cchnn
