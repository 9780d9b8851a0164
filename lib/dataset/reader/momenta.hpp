#pragma once
// Velocities from the momenta that data made elsewhere have in their place:
//
//   (1)  v = M^-1 p                          p of nodes, M of /system/mass_matrix
//   (2)  qdot = (J^T M J)^-1 p               p = dT/dqdot of coordinates, J = dx/dq
//
// Of coordinates that depend on each other at a pole of Euler angles, (2) leaves out those that follow from the rest.

#include <vector>

#include "coordinates/generalised_coordinates.hpp"
#include "mechanics/constrained_system.hpp"

namespace cchnn {

// (1) in place, of any number of states.
void to_velocities(const ConstrainedSystem& system, std::vector<double>& p);
// (2) in place, of one state (m).
void to_rates(const ConstrainedSystem& system, const GeneralisedCoordinates& coordinates, const double* q, double* p);

}  // namespace cchnn
