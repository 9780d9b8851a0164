#pragma once
// The part of `cchnn-gen show` about generalised coordinates: a line each, or why there are none.

#include "coordinates/generalised_coordinates.hpp"
#include "spec/system_spec.hpp"

namespace cchnn {

void print_coordinates(const SystemSpec& spec, const GeneralisedCoordinates& coordinates);

}  // namespace cchnn
