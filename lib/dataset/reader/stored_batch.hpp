#pragma once
// Trajectories of a dataset as the batch that they were written from.

#include "dataset/reader/trajectory_file.hpp"
#include "integrate/trajectory.hpp"

namespace cchnn {

// Trajectories first .. first+count-1, with all arrays of kept_arrays (integrate/trajectory_arrays.hpp) that the file has,
// and of their outcomes the reason, samples, steps and whether they were refined. An unknown reason counts as not_finite.
TrajectoryBatch stored_batch(const TrajectoryFile& file, std::uint64_t first, std::uint64_t count);

}  // namespace cchnn
