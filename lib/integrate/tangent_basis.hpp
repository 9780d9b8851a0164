#pragma once
// Directions of (x, v) that keep the constraints of a state to first order, and the parts of other directions along them.
//
//   (1)  The basis has columns (a_j, b_j), then (0, c_j). The a_j are the unit vectors of nodes in their order, projected
//        onto the constraints in the mass metric and orthonormal in it by Gram-Schmidt; those of which less than 1e-6 is
//        new are left out. b_j is the least velocity in this metric with which (a_j, b_j) is tangent. The c_j follow in
//        the same way from velocities; they are the a_j if every row restricts positions.
//   (2)  Along Q, orthonormal columns that span the same space, a direction z has the part Q Q^T z: what is left of it
//        if Sampler::project() moves the state onto the constraints, by the least change of (x, v).

#include "integrate/sensitivities.hpp"

namespace cchnn {

// (1), tangent_dimension() directions, or fewer in a singular configuration. `like` as for sensitivities().
std::vector<StartDirection> tangent_basis(const ConstrainedSystem& like, const ConstrainedSystem& system,
                                          const InitialState& start);

// Q of (2).
std::vector<StartDirection> orthonormal(const std::vector<StartDirection>& basis);
// Q^T z of (2).
std::vector<double> parts_along(const std::vector<StartDirection>& orthonormal, const StartDirection& direction);
// The sum of these parts times the directions; `du` is none.
StartDirection sum_of(const std::vector<StartDirection>& orthonormal, const std::vector<double>& parts);

}  // namespace cchnn
