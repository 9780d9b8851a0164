#pragma once
// What a file says about its generalised coordinates: the columns of /system/coordinates, and the units of /q
// and /qdot.

#include <string>
#include <utility>
#include <vector>

#include "coordinates/generalised_coordinates.hpp"
#include "dataset/writer/column.hpp"
#include "spec/system_spec.hpp"

namespace cchnn {

// "/system/coordinates/body" and its m texts, and so on.
std::vector<std::pair<std::string, Column>> coordinate_columns(const std::vector<Coordinate>& coordinates,
                                                               const Units& units);

// The units that occur among the coordinates, out of the layout's "rad, m" or "rad/s, m/s": "rad" if all are
// angles.
std::string coordinate_units(const std::string& both, const std::vector<Coordinate>& coordinates);

}  // namespace cchnn
