#pragma once
// Rules for writing a file of trajectories: mistakes of a caller, and descriptions that cannot be stored.

#include <string>

#include "dataset/dataset_description.hpp"
#include "mechanics/constrained_system.hpp"

namespace cchnn {

// Throws std::invalid_argument, "dataset writer: <rule>".
void require(bool holds, const std::string& rule);
// Checks a description. Mistakes of the program throw std::invalid_argument; a model name or notes that are too
// long are the user's, and throw UsageError.
void check(const DatasetDescription& description, const ConstrainedSystem& system);

}  // namespace cchnn
