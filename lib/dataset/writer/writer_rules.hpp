#pragma once
// What whoever writes a file of trajectories has to hold to: mistakes of a caller, and what of a user's cannot be stored.

#include <string>

#include "dataset/dataset_description.hpp"
#include "mechanics/constrained_system.hpp"

namespace cchnn {

// Throws std::invalid_argument, "dataset writer: <rule>".
void require(bool holds, const std::string& rule);
// Of a description: the same, and UsageError where name and notes of a model are too long.
void check(const DatasetDescription& description, const ConstrainedSystem& system);

}  // namespace cchnn
