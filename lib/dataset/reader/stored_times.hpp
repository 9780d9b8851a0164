#pragma once
// Reads the sample times of a file, /t.

#include <vector>

#include "core/errors.hpp"
#include "dataset/reader/trajectory_file.hpp"
#include "files/hdf5_file.hpp"

namespace cchnn {

// The times [s]; empty if the file has none. A problem is added unless they are finite and increase.
std::vector<double> read_times(const Hdf5File& file, std::vector<Problem>& problems);

// Checks that the samples of a dataset are at k dt, rounded as the writer rounds; in float32 once more. Metrics
// use dt and plots use t, so the two must agree.
void check_grid(const Hdf5File& file, const TrajectoryFileInfo& info, std::vector<Problem>& problems);

}  // namespace cchnn
