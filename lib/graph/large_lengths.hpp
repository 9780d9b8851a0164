#pragma once
// A remark on units. A body with axes has nodes at its centre of mass and at distance 1 along its principal axes (paper,
// sec. 6). Where coordinates are of size L >> 1, their rounding by L eps turns the axes by as much, and so moves points at
// distance L from the centre by L^2 eps: steps become short, and from about L = 1e4 on constraints are not met.

#include <string>

namespace cchnn {

class BodyGraph;

// What to do, for a system with such bodies and an attachment above 100 units from the centre of its body, or from the
// origin; "" for all others.
std::string large_lengths_remark(const BodyGraph& graph);
// "; " and the remark, for the end of a message; "" without one.
std::string large_lengths_hint(const BodyGraph& graph);

}  // namespace cchnn
