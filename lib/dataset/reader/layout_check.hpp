#pragma once
// Checks that the arrays of a file have the types and shapes of dataset_layout.hpp and agree with one another.

#include <vector>

#include "core/errors.hpp"
#include "dataset/reader/npz_submission.hpp"

namespace cchnn {

// A dataset must have every array that all datasets have; one that depends on the system or on options is required
// only together with an array or group that implies it. A submission needs only x and v, or q and qdot in their
// place. Of arrays that are imported /p may take the place of velocities. Unknown arrays are ignored.
void check_layout(const Hdf5File& file, bool is_dataset, ReadFor purpose, std::vector<Problem>& problems);

// Whether a file has momenta in place of velocities.
bool has_momenta_alone(const Hdf5File& file);

// Whether an element is float32 or float64; adds a problem if not.
bool check_is_floating(const Hdf5File& file, const std::string& path, Element element, std::vector<Problem>& problems);

}  // namespace cchnn
