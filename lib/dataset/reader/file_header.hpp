#pragma once
// The root attributes of a dataset or submission: what the file says of itself.

#include <vector>

#include "core/errors.hpp"
#include "dataset/reader/trajectory_file.hpp"
#include "files/hdf5_file.hpp"

namespace cchnn {

// Attributes only; shapes, times and /system are left as they are. A file without `kind` is a submission. Adds to
// `problems` what is missing, of another type, or of a format that this program does not know.
TrajectoryFileInfo read_header(const Hdf5File& file, std::vector<Problem>& problems);

}  // namespace cchnn
