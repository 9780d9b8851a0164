#pragma once
// The initial position of a point mass on a Track: at a parameter of the curve, or where the curve is `length` away
// from another body, ahead of it or behind:
//
//   (1)  |C(s) - x_from| = length, the first such s from where the other body is
//   (2)  ds/dt = (r . v_from)/(r . C'(s)),  r = C(s) - x_from       keeps that distance

#include "sample/placement.hpp"

namespace cchnn {

// Writes x, v and s of the body; the body that it is placed from must already be there.
void place_on_track(const TrackPlacement& placement, const DrawnNumbers& numbers, const Body& body,
                    const BodyGraph& graph, InitialState& state);

}  // namespace cchnn
