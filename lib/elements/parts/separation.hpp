#pragma once
// r(x) = sum_i weight_i x_i + offset: what rows and forces are functions of. r(v) uses the weights alone.

#include <vector>

#include "elements/parts/point.hpp"

namespace cchnn {

struct Separation {
    std::vector<NodeWeight> weights;
    std::vector<Exact> offset;  // (d) m
};

// P_a - P_b, with the sign that makes the first weight positive.
Separation difference(const Point& a, const Point& b);
// The same without a change of sign: r = P_a - P_b.
Separation signed_difference(const Point& a, const Point& b);
Separation separation_of(const Point& direction);
// The same point or direction of the same body.
bool same_point(const Point& a, const Point& b);
Exact length_of(const std::vector<Exact>& vector);

}  // namespace cchnn
