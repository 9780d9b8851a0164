#pragma once
// The true solution of a stored trajectory, in quad precision, and how far the stored samples are from it.
//
//   (1)  z(0) = the point of the manifold nearest to the stored x, v at t = 0 (Newton in the mass metric, in quad)
//   (2)  Err_k = |z_k - z(t_k)| / (|z_k| + |z(t_k)|),  z = (x, v), Euclidean norms over all nodes (paper, section 7)
//
// What follows from masses, lengths and stiffnesses has 106 bits, as in refined solutions. A stored state meets its
// constraints to rounding; (1) makes rods exact, as the equations mean them. Without it every rod would be longer or
// shorter by that rounding for good, a system that nobody asked for; lib/ACCURACY.md says how little the choice
// matters.

#include <vector>

#include "integrate/trajectory.hpp"
#include "mechanics/constrained_system.hpp"

namespace cchnn {

// A stored trajectory: x, v point at (samples, n, d) numbers.
struct StoredTrajectory {
    const double* x;
    const double* v;
};

// Err (2) at `samples` times. Throws NumericalError when the motion cannot be followed.
std::vector<double> true_errors(const ConstrainedSystem& system, TimeGrid times, StoredTrajectory stored);
// The same of several trajectories from one initial state, that of the first; the truth is computed once.
std::vector<std::vector<double>> true_errors(const ConstrainedSystem& system, TimeGrid times,
                                             const std::vector<StoredTrajectory>& stored);

}  // namespace cchnn
