#pragma once
// The parameters of a system that can be estimated from its motion: the numbers that a file could draw once for each
// trajectory (varied_properties.hpp), at the values that they have.

#include <string>
#include <vector>

#include "spec/system_spec.hpp"

namespace cchnn {

// Pointer, name, unit and range of each, in the order of the file; `distribution` is its value, nominal where it is drawn.
std::vector<VariedProperty> system_parameters(const SystemSpec& spec);

// The system with its varied properties at `values`, as one in which `parameters` are what varies instead, whatever did:
// with_values() of it takes one value for each of them.
SystemSpec varying_instead(const SystemSpec& spec, const std::vector<double>& values,
                           const std::vector<VariedProperty>& parameters);

}  // namespace cchnn
