#pragma once
// Do the arrays of a file have the types and shapes of dataset_layout.hpp, and do they agree with each other?

#include <vector>

#include "core/errors.hpp"
#include "files/hdf5_file.hpp"

namespace cchnn {

// A dataset must be complete; a submission needs x and v alone, or q and qdot in their place. Arrays the layout does
// not know are left alone.
void check_layout(const Hdf5File& file, bool is_dataset, std::vector<Problem>& problems);

// One array of numbers: float32 or float64. Says so otherwise, and returns whether it is.
bool check_is_floating(const Hdf5File& file, const std::string& path, Element element, std::vector<Problem>& problems);

}  // namespace cchnn
