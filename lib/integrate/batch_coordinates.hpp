#pragma once
// Adds generalised coordinates q, qdot to every trajectory of a batch, from its x and v, with samples side by side in
// lanes. It runs on the caller's thread: for the triple pendulum it takes a tenth of the time of the integration with
// the default protocol.

#include "coordinates/generalised_coordinates.hpp"
#include "integrate/trajectory.hpp"

namespace cchnn {

struct CompiledSystem;

// Does nothing where the system has no generalised coordinates.
void add_coordinates(const GeneralisedCoordinates& coordinates, double dt, TrajectoryBatch& batch);
// The same for a system or a family. Where places are drawn, each trajectory has the coordinates of its own member.
void add_coordinates(const CompiledSystem& compiled, double dt, TrajectoryBatch& batch);

}  // namespace cchnn
