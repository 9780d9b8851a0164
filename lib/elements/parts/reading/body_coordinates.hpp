#pragma once
// The coordinates of a point or direction along the axes of its body, from the centre of mass; for one of an
// Origin, the vector in space. It undoes Bodies::point(), for texts.

#include <vector>

#include "elements/parts/bodies.hpp"
#include "elements/parts/point.hpp"

namespace cchnn {

std::vector<double> body_coordinates(const Point& point, const Body& body);

}  // namespace cchnn
