#pragma once
// The angle theta of a body b against a body a, counted over turns: of any two bodies in the plane, and in
// space about an axis that a hinge keeps common to both. With directions m of each body (in the plane its first
// axis, in space one perpendicular to the axis u, axis_frame.hpp):
//
//   (1)  cos theta = m_a . m_b,   sin theta = u . (m_a x m_b)         u = e_z in the plane
//   (2)  theta'    = (u x m_b) . m_b' - (u x m_a) . m_a'              [rad/s]
//
// (1) gives theta up to whole turns. The number of turns is part of the state: theta is carried beside the
// positions and moved onto (1) by every projection (mechanics/kernels/angle_projection.hpp). An Origin has the
// axes of space. Each item of a file that needs theta counts its own, because two springs about one hinge may
// start from different turns:
//
//   (3)  theta(0) in (middle - pi, middle + pi], unless the hinge_angle of the start says how many turns it has

#include <string>
#include <vector>

#include "elements/parts/point.hpp"

namespace cchnn {

struct CountedAngle {
    std::string name;           // "wall-door"
    Point a, b;                 // centres
    Point across_a, across_b;   // m
    std::vector<Point> axis{};  // u of a, u of b; none in a plane
    double middle = 0;          // rad, of (3): where a spring rests
};

}  // namespace cchnn
