#pragma once
// Checks the tables and attributes of a dataset file: everything that describes the system, the arrays and
// their axes. A file without trajectories is written to a temporary directory from the file's own /system/json,
// and both are compared. /system/json itself is covered by the comparison with the manifest.

#include <string>
#include <vector>

#include "dataset/reader/trajectory_file.hpp"
#include "files/hdf5_file.hpp"
#include "integrate/derived_choice.hpp"
#include "model/compiled_system.hpp"

namespace cchnn {

// How much was compared and what differs, as sentences for the user.
struct TablesFound {
    std::size_t arrays = 0, attributes = 0;  // compared
    std::vector<std::string> wrong;          // "/system/mass_matrix: 1 of 9 elements differ, ..."
    std::vector<std::string> unknown;        // arrays that no file of this version has
};

// The arrays of integrate/derived_arrays.hpp that a file has.
DerivedChoice stored_choice(const Hdf5File& arrays);

// Numbers may differ by 1e-12 of their magnitude plus 1e-15, because another version may round in another way. Throws
// DataError, IoError.
TablesFound check_tables(const TrajectoryFile& file, const CompiledSystem& compiled);

}  // namespace cchnn
