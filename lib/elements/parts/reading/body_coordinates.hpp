#pragma once
// Coordinates of a point or direction along the axes of its body, from the centre of mass; of an Origin's, the vector.

#include <vector>

#include "elements/parts/bodies.hpp"
#include "elements/parts/point.hpp"

namespace cchnn {

std::vector<double> body_coordinates(const Point& point, const Body& body);

}  // namespace cchnn
