#pragma once
// Arrays of integrate/derived_arrays.hpp by their paths in a file.

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "dataset/writer/planned_arrays.hpp"
#include "integrate/derived_arrays.hpp"

namespace cchnn {

std::vector<std::pair<std::string, const std::vector<double>*>> derived_rows(const DerivedArrays& derived);

// Whether they are the rows of `count` trajectories of all that is planned, and of nothing else.
bool fits(const DerivedArrays& derived, const PlannedArrays& planned, std::uint64_t count);

}  // namespace cchnn
