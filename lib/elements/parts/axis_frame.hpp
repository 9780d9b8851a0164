#pragma once
// A frame (across_1, across_2, axis) around a direction: orthonormal and right-handed, in the coordinates of
// `axis` (1 to 3 entries, filled up with zeros). It uses + - * / and sqrt only, so that it has the same bits on
// all machines; schemas/system/ describes it, since stored angles depend on it.
//   j = the largest entry of axis by magnitude, the first of equals
//   across_1 = e_{j+1} made orthogonal to axis, of unit length;  across_2 = axis x across_1
// so axis e_3 has (e_1, e_2), axis e_1 has (e_2, e_3), axis e_2 has (e_3, e_1).

#include <array>
#include <vector>

#include "numbers/exact.hpp"

namespace cchnn {

template <class C>
struct AxisFrameOf {
    std::array<C, 3> across_1, across_2, axis;
};
AxisFrameOf<Exact> exact_axis_frame(const std::vector<double>& axis);
// The same, rounded to double.
using AxisFrame = AxisFrameOf<double>;
AxisFrame axis_frame(const std::vector<double>& axis);

}  // namespace cchnn
