#pragma once
// The times of the samples of a file, /t.

#include <vector>

#include "core/errors.hpp"
#include "dataset/reader/trajectory_file.hpp"
#include "files/hdf5_file.hpp"

namespace cchnn {

// Empty where a file has none. They are finite and increase.
std::vector<double> read_times(const Hdf5File& file, std::vector<Problem>& problems);

// The samples of a dataset are at k dt, as its writer rounds that; whoever reads float32 rounds once more. Both are read,
// dt by metrics and t by whoever plots, and they may not say two things.
void check_grid(const Hdf5File& file, const TrajectoryFileInfo& info, std::vector<Problem>& problems);

}  // namespace cchnn
