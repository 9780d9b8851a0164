#pragma once
// Adds generalised coordinates q, qdot to every trajectory of a batch, from its x and v. The thread that made the batch
// calls it, with samples side by side in lanes: for the triple pendulum it takes a tenth of the integration with the
// default protocol.

#include "coordinates/generalised_coordinates.hpp"
#include "integrate/trajectory.hpp"

namespace cchnn {

// Does nothing where the system has no generalised coordinates.
void add_coordinates(const GeneralisedCoordinates& coordinates, double dt, TrajectoryBatch& batch);

}  // namespace cchnn
