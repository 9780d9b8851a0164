#pragma once
// What a dataset's file says of its system, of each array and of its axes, beside what the writer makes of /system/json
// anew: a file without trajectories is written to the directory for temporary files and compared. /system/json itself
// is what everything else is measured by.

#include <string>
#include <vector>

#include "dataset/reader/trajectory_file.hpp"
#include "model/compiled_system.hpp"

namespace cchnn {

struct TablesFound {
    std::size_t arrays = 0, attributes = 0;  // compared
    std::vector<std::string> wrong;          // "/system/mass_matrix: 1 of 9 elements differ, ..."
    std::vector<std::string> unknown;        // arrays that no file of this version has
};

// Numbers within 1e-12 of each other: another version may round in another way. Throws DataError, IoError.
TablesFound check_tables(const TrajectoryFile& file, const CompiledSystem& compiled);

}  // namespace cchnn
