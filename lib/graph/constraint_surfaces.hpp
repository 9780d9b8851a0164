#pragma once
// Where a Constraint holds a point, or the gap of a contact closes: the surface phi(x) = 0 in space, or the curve in a plane, as
// thin lines of a picture.
// By surface nets (S. Gibson, Constrained Elastic Surface Nets, 1998): space around the motion is divided into cells; a
// cell that the surface crosses has one point of it, and cells that share a crossed face have a line between theirs.
// Needs only values of phi, so that any equation that the file can write is drawn. For pictures alone.

#include <vector>

#include "graph/body_surfaces.hpp"

namespace cchnn {

// Of each of held_points(), and of gaps of one point that moves. `x` (frames, n, d) are the states whose surroundings are drawn. The result has lines without
// faces, which are seen from both sides: its creases have -1 in place of faces.
std::vector<BodySurface> constraint_surfaces(const BodyGraph& graph, const std::vector<double>& x);

}  // namespace cchnn
