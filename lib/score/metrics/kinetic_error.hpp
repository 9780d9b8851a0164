#pragma once
// How far a predicted state is from the true one in the kinetic metric, in units of how far the motions of a test set
// spread. With |u|^2 = tr(u^T M u) over all nodes, m_x and m_v independent positions and velocities, and the mean < >
// over trajectories and samples of the test set:
//
//   (1)  s_x^2 = <|x - <x>|^2> / m_x        s_v^2 = <|v - <v>|^2> / m_v
//   (2)  |z|_s^2 = |x|^2/(m_x s_x^2) + |v|^2/(m_v s_v^2)
//   (3)  K(t) = |zhat - z|_s / (|zhat - <z>|_s + |z - <z>|_s)      1 where zhat is not finite
//   (4)  kinetic error of a trajectory = geometric mean over time of K
//
// If x or v never moves, it takes the spread of the other one: s_v T = s_x, with the time span T. If neither moves, s_x
// is the typical length of the system. Unlike relative_error.hpp (1), K does not depend on units, axes, the origin, or
// the choice of nodes of a body.

#include <cstdint>
#include <vector>

#include "dataset/reader/trajectory_file.hpp"
#include "mechanics/constrained_system.hpp"
#include "score/metrics/metrics.hpp"

namespace cchnn {

// (1) of a test set, computed once, for ranks by (4) and for equivalent start errors. Refers to the system whose masses
// it has, which has to outlive it.
struct KineticSpread {
    const ConstrainedSystem* system = nullptr;
    double position = 0, velocity = 0;                 // s_x, m sqrt(kg); s_v, m sqrt(kg)/s
    std::vector<double> centre_x = {}, centre_v = {};  // (n, d) <x>, <v>
    std::vector<double> metric_at = {};                // (n, d) the first state, where M of a Lagrangian is taken
};

// (1) over all of a test set, with the masses of `system`.
KineticSpread kinetic_spread(const ConstrainedSystem& system, const TrajectoryFile& truth);
// (1) of states (count, n, d) of motions that last `span`, s.
KineticSpread kinetic_spread(const ConstrainedSystem& system, double span, const std::vector<double>& x,
                             const std::vector<double>& v);

// (3) at every sample; `kept`: of the first predicted state at each of them.
std::vector<double> kinetic_error_curve(const KineticSpread& spread, int samples, TrajectoryView predicted,
                                        TrajectoryView truth, bool kept = false);

}  // namespace cchnn
