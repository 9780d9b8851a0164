#pragma once
// The coordinates of a point or direction along the axes of its body, from the centre of mass; for one of an
// Origin, the vector in space. The inverse of Bodies::point() and Bodies::direction().

#include <vector>

#include "elements/parts/bodies.hpp"
#include "elements/parts/point.hpp"

namespace cchnn {

std::vector<double> body_coordinates(const Point& point, const Body& body);

}  // namespace cchnn
