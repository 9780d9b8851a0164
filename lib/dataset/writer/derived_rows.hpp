#pragma once
// The arrays of integrate/derived_arrays.hpp with their paths in a file.

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "dataset/writer/planned_arrays.hpp"
#include "integrate/derived_arrays.hpp"

namespace cchnn {

std::vector<std::pair<std::string, const std::vector<double>*>> derived_rows(const DerivedArrays& derived);

// Whether exactly the planned arrays are present, each with the rows of `count` trajectories.
bool fits(const DerivedArrays& derived, const PlannedArrays& planned, std::uint64_t count);

}  // namespace cchnn
