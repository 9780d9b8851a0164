#pragma once
// A separation r(x) = sum_i weight_i x_i + offset, of which rows and forces are functions: the difference of
// two points, or a direction. Its rate r(v) uses the weights alone.

#include <vector>

#include "elements/parts/point.hpp"

namespace cchnn {

struct Separation {
    std::vector<NodeWeight> weights;
    std::vector<Exact> offset;  // (d) m
};

// P_a - P_b, or P_b - P_a if a is fixed in space: a point that moves comes first. For functions in which the sign of r
// does not matter.
Separation difference(const Point& a, const Point& b);
// r = P_a - P_b, always with this sign.
Separation signed_difference(const Point& a, const Point& b);
Separation separation_of(const Point& direction);
// Whether two are the same point or direction of the same body.
bool same_point(const Point& a, const Point& b);
Exact length_of(const std::vector<Exact>& vector);

}  // namespace cchnn
