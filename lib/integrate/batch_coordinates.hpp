#pragma once
// q, qdot of every trajectory of a batch from its x, v. Done by the thread that made the batch, samples side by side in
// lanes: for the triple pendulum a tenth of the integration at the default protocol.

#include "coordinates/generalised_coordinates.hpp"
#include "integrate/trajectory.hpp"

namespace cchnn {

// Leaves a batch of a system without generalised coordinates as it is.
void add_coordinates(const GeneralisedCoordinates& coordinates, double dt, TrajectoryBatch& batch);

}  // namespace cchnn
