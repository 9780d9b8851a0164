#pragma once
// What a file says about the properties that differ between trajectories: the columns of /system/parameters.

#include <string>
#include <utility>
#include <vector>

#include "spec/system_spec.hpp"

namespace cchnn {

// "/system/parameters/name" and its P texts, and so on.
std::vector<std::pair<std::string, std::vector<std::string>>> parameter_columns(
    const std::vector<VariedProperty>& varied, const Units& units);

}  // namespace cchnn
