#pragma once
// Reads initial states from a user's file.

#include <filesystem>
#include <vector>

#include "coordinates/generalised_coordinates.hpp"
#include "sample/sampler.hpp"

namespace cchnn {

// Which states of a file with trajectories are taken: the first sample of each, or the first sample of the
// training window that was drawn from it, where the paper's code starts its test trajectories.
enum class StartsAt { first, chunk };

// Reads arrays x, v of (N, n, d), or q, qdot of (N, m) if coordinates are given, from HDF5 or .npz. Of (N, T,
// n, d) and (N, T, m), as in datasets, the first sample of each trajectory is taken. Optional are
// track_parameter, (N, P) or (N, T, P), for systems with `tracks` points on curves, and counted_angle likewise
// for counted `angles`; both or none. With StartsAt::chunk the same arrays are read from the group chunks.
// States are not checked against constraints here (stories/generate/start_states.hpp). Throws DataError with
// every problem, for instance the first number that is not finite.
std::vector<InitialState> read_states(const std::filesystem::path& path, int nodes, int dimension,
                                      const GeneralisedCoordinates* coordinates = nullptr, int tracks = 0,
                                      int angles = 0, StartsAt starts = StartsAt::first);

}  // namespace cchnn
