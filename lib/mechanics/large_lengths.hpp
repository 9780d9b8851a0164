#pragma once
// A remark on units. A body with axes has nodes at its centre of mass and at distance 1 along its principal axes (paper,
// sec. 6). Where lengths are of size L >> 1, rounding of coordinates by L eps turns the axes by as much, and so moves
// points at distance L by L^2 eps: steps become short, and from about L = 1e4 on constraints are not met to rounding.

#include <string>

namespace cchnn {

class BodyGraph;

// What to do, for a system with such bodies whose lengths are above 100 units of length; "" for all others.
std::string large_lengths_remark(const BodyGraph& graph, double length_scale);
// "; or " and the remark, for the end of a message; "" without one.
std::string large_lengths_hint(const BodyGraph& graph, double length_scale);

}  // namespace cchnn
