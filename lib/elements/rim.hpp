#pragma once
// A thin rim about an axle of a body. With two vectors D_i as long as its radius in the plane of the rim, the height of its
// lowest point above a plane with the unit normal n is
//
//   (1)  n . x_c - w - height,   w^2 = (n . D_1)^2 + (n . D_2)^2     [m]
//
// w is the radius times the cosine of the lean. Where it is 0 the rim lies flat and has no lowest point.

#include <memory>
#include <string>
#include <vector>

#include "elements/parts/bodies.hpp"
#include "elements/parts/formula/formula_step.hpp"

namespace cchnn {

// D_1 and D_2. The axle of an Obj2D is across its plane, and may be left out.
std::vector<Point> rim_vectors(const Bodies& bodies, const Body& body, std::vector<double> axle, double radius);

// n . v, or along another constant vector k, of three variables x, y and z with a number and a prefix: "(k1*vx2 + ...)".
std::string along(const std::string& vector, const std::string& prefix, int point);
// w, in names of formulas: n is k, and D_1 and D_2 are points 2 and 3.
std::string lean_of_rim();
// (1) of the points x_c, D_1, D_2.
std::shared_ptr<const Equation> rim_height(const std::vector<Point>& points, const std::vector<double>& n,
                                           double height);

}  // namespace cchnn
