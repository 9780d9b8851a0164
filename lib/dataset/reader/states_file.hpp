#pragma once
// Initial states of a user's own.

#include <filesystem>
#include <vector>

#include "coordinates/generalised_coordinates.hpp"
#include "sample/sampler.hpp"

namespace cchnn {

// The first sample of each trajectory, or of the training chunk that was drawn from it: where the paper's code starts
// its test trajectories.
enum class StartsAt { first, chunk };

// Arrays x, v of (N, n, d), or q, qdot of (N, m) in their place where coordinates are given, from an HDF5 file or an
// .npz. Of (N, T, n, d) and (N, T, m), as datasets have them, the first sample of each trajectory. With `tracks` points
// on curves track_parameter, (N, P) or (N, T, P), where it is there, and with counted `angles` counted_angle likewise:
// both or none. At chunks the same arrays of the group chunks.
// Throws DataError with every problem, among them the first number that is not finite.
std::vector<InitialState> read_states(const std::filesystem::path& path, int nodes, int dimension,
                                      const GeneralisedCoordinates* coordinates = nullptr, int tracks = 0,
                                      int angles = 0, StartsAt starts = StartsAt::first);

}  // namespace cchnn
