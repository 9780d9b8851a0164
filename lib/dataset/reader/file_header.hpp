#pragma once
// Reads the root attributes of a dataset or submission.

#include <vector>

#include "core/errors.hpp"
#include "dataset/reader/trajectory_file.hpp"
#include "files/hdf5_file.hpp"

namespace cchnn {

// Reads attributes only; shapes, times and /system are left at their defaults. A file without `kind` is a
// submission. Adds to `problems` what is missing, has another type, or belongs to an unknown version of the
// format.
TrajectoryFileInfo read_header(const Hdf5File& file, std::vector<Problem>& problems);

}  // namespace cchnn
